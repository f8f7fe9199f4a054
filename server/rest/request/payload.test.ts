import { describe, expect, it } from 'vitest'
import { closestName } from '../query/close-name.ts'
import { createStatementNames } from '../query/statement-names.ts'
import { parsePayload } from './payload.ts'

const json = { kind: 'json' } as const

describe('a JSON body', () => {
  it.each([
    ['{"b":1,"a":2}', { single: true, keys: ['a', 'b'] }],
    ['[{"b":1,"a":2},{"a":3,"b":4}]', { single: false, keys: ['a', 'b'] }],
    ['{}', { single: true, keys: [] }],
    ['[]', { single: false, keys: [] }],
    [' [{},{}]', { single: false, keys: [] }],
  ])('such as %s is read as its rows', (body, payload) => {
    expect(parsePayload(body, json, null)).toEqual({ ...payload, json: body })
  })

  it.each(['1', '"a"', 'null', 'true'])('that is the scalar %s counts as no rows', (body) => {
    expect(parsePayload(body, json, null)).toEqual({ json: '[]', single: false, keys: [] })
  })

  it('keeps a number that JavaScript would round', () => {
    expect(parsePayload('{"a":12345678901234567890}', json, null).json).toContain('12345678901234567890')
  })

  it('is read by the columns that were named, whatever each row has', () => {
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
  ])('such as %j is refused', (body, message) => {
    expect(() => parsePayload(body, json, null)).toThrowError(
      expect.objectContaining({ status: 400, code: 'PGRST102', message }),
    )
  })

  it('may hold any number of brackets inside of texts', () => {
    const body = JSON.stringify({ a: `\\"${'['.repeat(500)}` })
    expect(parsePayload(body, json, null).keys).toEqual(['a'])
  })
})

describe('a body of another type', () => {
  it('is read when it is a form', () => {
    expect(parsePayload('a=1&b=x+y', { kind: 'form' }, null)).toEqual({
      json: '{"a":"1","b":"x y"}',
      single: true,
      keys: ['a', 'b'],
    })
  })

  it('is refused when it is anything else', () => {
    expect(() => parsePayload('x', { kind: 'other', type: 'text/plain' }, null)).toThrowError(
      'Content-Type not acceptable: text/plain',
    )
  })
})

describe('the closest known name', () => {
  const known = ['baby_info', 'sleep_plans', 'sleep_records']
  it.each([
    ['sleep_record', 'sleep_records'],
    ['Sleep_Plan', 'sleep_plans'],
    ['babies', null],
    ['x'.repeat(5000), null],
    ['', null],
  ])('for «%s» is %s', (name, closest) => {
    expect(closestName(name, known)).toBe(closest)
  })
})

describe('the name of a statement', () => {
  it('is given to a text that comes again, until there are too many', () => {
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
