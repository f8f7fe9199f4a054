import { describe, expect, it } from 'vitest'
import { closestName } from './close-name.ts'
import { parsePayload } from './payload.ts'
import { createStatementNames } from './statement-names.ts'

const json = { kind: 'json' } as const

describe('JSON bodies', () => {
  it.each([
    ['{"b":1,"a":2}', { single: true, keys: ['a', 'b'] }],
    ['[{"b":1,"a":2},{"a":3,"b":4}]', { single: false, keys: ['a', 'b'] }],
    ['{}', { single: true, keys: [] }],
    ['[]', { single: false, keys: [] }],
    [' [{},{}]', { single: false, keys: [] }],
  ])('%s', (body, payload) => {
    expect(parsePayload(body, json, null)).toEqual({ ...payload, json: body })
  })

  it.each(['1', '"a"', 'null', 'true'])('a scalar %s counts as no rows', (body) => {
    expect(parsePayload(body, json, null)).toEqual({ json: '[]', single: false, keys: [] })
  })

  it('keeps a number that JavaScript would round', () => {
    expect(parsePayload('{"a":12345678901234567890}', json, null).json).toContain('12345678901234567890')
  })

  it('uses the columns it is told, whatever each row has', () => {
    expect(parsePayload('[{"a":1},{"b":2}]', json, ['a', 'b']).keys).toEqual(['a', 'b'])
  })

  it.each([
    ['', 'Empty or invalid json'],
    ['{', 'Empty or invalid json'],
    ['{"a":\0}', 'Empty or invalid json'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 'Empty or invalid json'],
    [`{"a":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`, 'Empty or invalid json'],
    ['[{"a":1},{"b":1}]', 'All object keys must match'],
    ['[{"a":1},{"a":1,"b":1}]', 'All object keys must match'],
    ['[{"a":1},2]', 'All object keys must match'],
    ['[2]', 'All object keys must match'],
  ])('refuses %j', (body, message) => {
    expect(() => parsePayload(body, json, null)).toThrowError(
      expect.objectContaining({ status: 400, code: 'PGRST102', message }),
    )
  })

  it('lets brackets inside of texts be', () => {
    const body = JSON.stringify({ a: `\\"${'['.repeat(500)}` })
    expect(parsePayload(body, json, null).keys).toEqual(['a'])
  })
})

describe('other bodies', () => {
  it('reads CSV', () => {
    const body = 'a,b\r\n1,"x, ""y"""\nNULL,\n'
    expect(JSON.parse(parsePayload(body, { kind: 'csv' }, null).json)).toEqual([
      { a: '1', b: 'x, "y"' },
      { a: null, b: '' },
    ])
  })

  it.each(['a,b\n1', 'a\n1,2', 'a\n"x', ''])('refuses the CSV %j', (body) => {
    expect(() => parsePayload(body, { kind: 'csv' }, null)).toThrowError(
      'All lines must have same number of fields',
    )
  })

  it('reads a form', () => {
    expect(parsePayload('a=1&b=x+y', { kind: 'form' }, null)).toEqual({
      json: '{"a":"1","b":"x y"}',
      single: true,
      keys: ['a', 'b'],
    })
  })

  it('refuses any other type', () => {
    expect(() => parsePayload('x', { kind: 'other', type: 'text/plain' }, null)).toThrowError(
      'Content-Type not acceptable: text/plain',
    )
  })
})

describe('closestName', () => {
  const known = ['baby_info', 'sleep_plans', 'sleep_records']
  it.each([
    ['sleep_record', 'sleep_records'],
    ['Sleep_Plan', 'sleep_plans'],
    ['babies', null],
    ['x'.repeat(5000), null],
    ['', null],
  ])('%s → %s', (name, closest) => {
    expect(closestName(name, known)).toBe(closest)
  })
})

describe('statement names', () => {
  it('names a text that comes again, and only so many', () => {
    const nameOf = createStatementNames(2)
    expect(nameOf('a')).toBeUndefined()
    const name = nameOf('a')
    expect(name).toBeDefined()
    expect(nameOf('a')).toBe(name)
    nameOf('b')
    expect(nameOf('b')).not.toBe(name)
    nameOf('c')
    expect(nameOf('c')).toBeUndefined()
    expect(nameOf('a')).toBe(name)
  })
})
