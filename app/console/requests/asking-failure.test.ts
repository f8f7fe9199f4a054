import { expect, it } from 'vitest'
import { asking as words } from '../../words/console/families.es.ts'
import { supportDates } from '../../words/console/support.es.ts'
import { authErrors } from '../../words/entrance.es.ts'
import { askingFailure } from './asking-failure.ts'
import { BEGINS_TOO_LATE } from './remote-asking.ts'

const LIMIT = 'a consultant asks two hundred times a day at most'

it.each([
  ['it was never sent', { status: 0, code: null, message: '', isUnsent: true }, authErrors.network],
  ['no longer staff', { status: 403, code: '42501', message: 'only the staff may' }, words.notStaff],
  ['too many of a day', { status: 400, code: '23514', message: LIMIT }, words.tooMany],
  ['too far ahead', { status: 400, code: '23514', message: BEGINS_TOO_LATE }, supportDates.problem.late],
  ['another constraint', { status: 400, code: '23514', message: 'that support is over' }, words.again],
  ['too often', { status: 429, code: null, message: '' }, words.again],
])('tells why nothing was asked: %s', (_, failure, detail) => {
  const unknown = words.lost('ana@example.org')
  expect(askingFailure(failure, words.failed, unknown)).toEqual({
    title: words.failed,
    detail,
    tone: 'failure',
  })
})

it.each([0, 500])('tells that nobody knows whether it was asked, after a %i', (status) => {
  const told = askingFailure({ status, code: null, message: '' }, words.failed, words.lost('ana@example.org'))
  expect(told).toMatchObject({ title: 'No sabemos si la petición a ana@example.org ha llegado' })
})
