import { describe, expect, it } from 'vitest'
import { HttpError } from '../../http/errors.ts'
import { parseColumns } from './columns.ts'
import { parseFilter } from './filters.ts'
import { parseLogic } from './logic.ts'
import { parseOrder } from './order.ts'
import { parseSelect } from './select.ts'

function refusalOf(parse: () => unknown): HttpError {
  try {
    parse()
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('a refused parameter names the place and what would have been accepted there (PGRST100)', () => {
  it.each([
    ['foo.1', 1, 'unexpected "f" expecting "not" or operator (eq, gt, ...)'],
    ['noop.0', 1, 'unexpected "o" expecting "not" or operator (eq, gt, ...)'],
    ['', 1, 'unexpected end of input expecting "not" or operator (eq, gt, ...)'],
    ['eq().value', 3, 'unexpected "(" expecting operator (eq, gt, ...)'],
    ['is().value', 3, 'unexpected "(" expecting operator (eq, gt, ...)'],
    ['eq5', 3, 'unexpected "5" expecting operator (eq, gt, ...)'],
    ['not.foo.1', 5, 'unexpected "f" expecting operator (eq, gt, ...)'],
    ['is.foo', 4, 'unexpected "f" expecting isVal: (null, not_null, true, false, unknown)'],
    ['in.1,2', 4, 'unexpected "1" expecting "("'],
    ['in.(1,2', 8, 'unexpected end of input expecting "," or ")"'],
    ['in.(1)x', 7, "unexpected 'x' expecting end of input"],
  ])('in the filter «%s»', (value, column, details) => {
    const error = refusalOf(() => parseFilter('id', value))
    expect(error.status).toBe(400)
    expect(error.code).toBe('PGRST100')
    expect(error.message).toBe(`"failed to parse filter (${value})" (line 1, column ${column})`)
    expect(error.extra.details).toBe(details)
  })

  it.each([
    ['name!hint', 'or "("'],
    ['id,', 'unexpected end of input'],
    ['id::', 'unexpected end of input expecting letter or digit'],
    ['id)', "unexpected ')'"],
    ['data->', 'unexpected end of input expecting'],
  ])('in select=%s', (text, details) => {
    const error = refusalOf(() => parseSelect(text))
    expect(error.message).toMatch(`"failed to parse select parameter (${text})" (line 1, column `)
    expect(error.extra.details).toContain(details)
  })

  it.each([
    ['id.ac', 4, 'unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.smth34', 4, 'unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.asc.nlsfst', 8, 'unexpected "l" expecting "nullsfirst" or "nullslast"'],
    ['id.descc', 8, 'unexpected \'c\' expecting delimiter (.), "," or end of input'],
    ['id.asc.nullslasttt', 17, 'unexpected \'t\' expecting "," or end of input'],
    ['', 1, 'unexpected end of input expecting field name (* or [a..z0..9_$])'],
  ])('in order=%s', (text, column, details) => {
    const error = refusalOf(() => parseOrder(text))
    expect(error.message).toBe(`"failed to parse order (${text})" (line 1, column ${column})`)
    expect(error.extra.details).toBe(details)
  })

  it.each([
    [
      '()',
      4,
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['(id.in.1,2,id.eq.3)', 10, 'unexpected "1" expecting "("'],
    [')(', 3, 'unexpected ")" expecting "("'],
    ['(id.eq.1', 11, 'unexpected end of input expecting "," or ")"'],
  ])('in the logic tree «%s»', (value, column, details) => {
    const error = refusalOf(() => parseLogic('or', value))
    expect(error.message).toBe(`"failed to parse logic tree (${value})" (line 1, column ${column})`)
    expect(error.extra.details).toBe(details)
  })

  it('in columns=', () => {
    const error = refusalOf(() => parseColumns('columns', 'a,,b'))
    expect(error.message).toBe('"failed to parse columns parameter (a,,b)" (line 1, column 3)')
  })

  it('by line and column', () => {
    const error = refusalOf(() => parseOrder('id.asc,\n!'))
    expect(error.message).toContain('(line 1, column 8)')
  })

  it.each([
    ['tree', () => parseLogic('or', `${'(and'.repeat(60)}(id.eq.1)${')'.repeat(60)}`)],
    ['select', () => parseSelect(Array.from({ length: 201 }, (_, at) => `c${at}`).join(','))],
    ['select of one column', () => parseSelect('a:taps,b:taps->0,c:taps::text,taps,d:taps')],
    ['select of one column beside all', () => parseSelect('*,*,a:taps,*,b:taps')],
    ['select of all beside one column', () => parseSelect('a:taps,b:taps,c:id,c:taps,*,*')],
    ['select of all columns', () => parseSelect('*,*,*,*,*')],
    ['order', () => parseOrder(Array(200).fill('id').join(','))],
    ['path', () => parseSelect(`naps${'->a'.repeat(200)}`)],
  ])('in a %s that would exhaust PostgreSQL', (_, parse) => {
    expect(refusalOf(parse).code).toBe('PGRST100')
  })
})

describe('a feature that the API does not have', () => {
  it.each([
    ['a filter on an embed', 'PGRST108', () => parseFilter('baby.name', 'eq.x')],
    ['a tree on an embed', 'PGRST108', () => parseLogic('baby.or', '(name.eq.x)')],
    ['an order by an embed', 'PGRST108', () => parseOrder('baby(name).desc')],
  ])('is refused with a code of its own: %s', (_, code, parse) => {
    expect(refusalOf(parse).code).toBe(code)
  })
})
