import { describe, expect, it } from 'vitest'
import type { Parameter } from './query/query-string.ts'
import { contentRange, parseRange } from './query/range.ts'
import { negotiateShape, parseBodyType } from './request/media-type.ts'
import { parsePrefer, preferenceApplied } from './request/prefer.ts'

describe('the header Prefer', () => {
  it('takes the first of a kind and ignores what it does not know', () => {
    const preferences = parsePrefer(
      'return=minimal, count=exact,return=representation,  odd , max-affected=3',
    )
    expect(preferences).toMatchObject({ return: 'minimal', count: 'exact', maxAffected: 3, invalid: ['odd'] })
  })

  it.each([undefined, '', ' , ', 'tx=rollback'])('asks for nothing when it is «%s»', (header) => {
    expect(parsePrefer(header)).toMatchObject({ return: null, count: null, invalid: [] })
  })

  it.each([
    ['read', 'count=exact, return=minimal, missing=default', 'count=exact'],
    [
      'insert',
      'missing=default, resolution=merge-duplicates, return=representation',
      'resolution=merge-duplicates, missing=default, return=representation',
    ],
    [
      'update',
      'max-affected=2, handling=strict, resolution=merge-duplicates',
      'handling=strict, max-affected=2',
    ],
    ['delete', 'max-affected=2', null],
    ['delete', 'tx=rollback', null],
  ] as const)('answers a %s with «%s» by what was applied: %s', (verb, header, applied) => {
    expect(preferenceApplied(parsePrefer(header), verb)).toBe(applied)
  })
})

describe('the header Accept', () => {
  it.each([
    [undefined, 'array'],
    ['*/*', 'array'],
    ['application/json', 'array'],
    ['text/html, application/json;q=0.5', 'array'],
    ['application/vnd.pgrst.object+json', 'object'],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'object-stripped'],
    ['application/vnd.pgrst.array+json;nulls=stripped', 'array-stripped'],
    ['application/vnd.pgrst.array+json', 'array'],
    ['ApplicatIon/vnd.PgRsT.object', 'object'],
    ['text/csv', 'csv'],
    ['*/*, text/csv', 'csv'],
    ['text/csv;q=0.1, application/json', 'array'],
  ])('of «%s» chooses the shape %s', (accept, shape) => {
    expect(negotiateShape(accept)).toBe(shape)
  })

  it('is refused with the types it asked for, best first', () => {
    expect(negotiateShape('text/html;q=0.5, image/png')).toMatchObject({
      message: 'None of these media types are available: image/png, text/html',
    })
  })
})

describe('the header Content-Type', () => {
  it.each([
    [undefined, 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['text/csv', 'other'],
    ['application/x-www-form-urlencoded', 'form'],
    ['text/plain', 'other'],
  ])('of «%s» is read as %s', (header, kind) => {
    expect(parseBodyType(header).kind).toBe(kind)
  })
})

it('a Content-Type that is not read keeps its name for the refusal', () => {
  expect(parseBodyType('text/plain;charset=UTF-8')).toEqual({ kind: 'other', type: 'text/plain' })
  expect(parseBodyType('a/b; c=d')).toEqual({ kind: 'other', type: 'a/b; c=d' })
})

describe('the range of rows', () => {
  const query = (entries: Record<string, string>): Parameter[] => Object.entries(entries)
  it.each([
    [{}, undefined, { offset: 0, limit: null }],
    [{ limit: '5' }, undefined, { offset: 0, limit: 5 }],
    [{ limit: '5', offset: '10' }, undefined, { offset: 10, limit: 5 }],
    [{ offset: '-3' }, undefined, { offset: 0, limit: null }],
    [{ limit: '0', offset: '3' }, undefined, { offset: 0, limit: 0 }],
    [{ limit: 'many' }, undefined, { offset: 0, limit: null }],
    [{}, '2-4', { offset: 2, limit: 3 }],
    [{}, '2-', { offset: 2, limit: null }],
    [{ limit: '2' }, '1-9', { offset: 1, limit: 1 }],
    [{}, 'bytes=0-1', { offset: 0, limit: null }],
    [{ offset: '9'.repeat(40) }, undefined, { offset: 1e15, limit: null }],
  ])('is read from %j and the header «%s»', (parameters, header, range) => {
    expect(parseRange(query(parameters), header)).toEqual(range)
  })

  it.each([
    [{ limit: '-1' }, undefined, 'Limit should be greater than or equal to zero.'],
    [{ limit: '1' }, '5-9', 'Limit should be greater than or equal to zero.'],
    [{}, '5-2', 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'],
  ])('is refused for %j and the header «%s»', (parameters, header, details) => {
    expect(() => parseRange(query(parameters), header)).toThrowError(
      expect.objectContaining({ status: 416, code: 'PGRST103', extra: { details } }),
    )
  })

  it.each([
    [0, 5, null, '0-5/*'],
    [0, -1, null, '*/*'],
    [0, 1, 6, '0-1/6'],
    [0, -1, 0, '*/0'],
  ])('from %i to %i of %s is written as %s', (lower, upper, total, text) => {
    expect(contentRange(lower, upper, total)).toBe(text)
  })
})
