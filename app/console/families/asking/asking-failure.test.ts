import { expect, it } from 'vitest'
import { asking as words } from '../../../words/console/families.es.ts'
import { askingFailure } from './asking-failure.ts'

const LIMIT = 'a consultant asks two hundred times a day at most, and each family ten times'

it.each([
  ['nobody answered', { status: 0, code: null, message: '' }, words.offline],
  ['no longer staff', { status: 403, code: '42501', message: 'only the staff may' }, words.notStaff],
  ['too many of a day', { status: 400, code: '23514', message: LIMIT }, words.tooMany],
  ['another constraint', { status: 400, code: '23514', message: 'that support is over' }, words.again],
  ['anything else', { status: 500, code: 'XX000', message: '' }, words.again],
])('tells why nothing was asked: %s', (_, failure, detail) => {
  expect(askingFailure(words.failed, failure)).toEqual({ title: words.failed, detail, tone: 'failure' })
})
