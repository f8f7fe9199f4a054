import { describe, expect, it } from 'vitest'
import { parseColumns } from './columns.ts'
import { parseFilter } from './filters.ts'
import { parseLogic } from './logic.ts'
import { parseOrder } from './order.ts'
import { canonicalQuery, parseQueryString } from './query-string.ts'
import { parseSelect } from './select.ts'

const plain = (name: string) => ({ name, path: [] })

describe('parsing select=', () => {
  it.each([
    ['', { kind: 'star' }],
    ['*', { kind: 'star' }],
    [' id ', { kind: 'field', field: plain('id'), cast: null, alias: null }],
    ['start:start_time', { kind: 'field', field: plain('start_time'), cast: null, alias: 'start' }],
    ['duration::text', { kind: 'field', field: plain('duration'), cast: 'text', alias: null }],
    [
      'd:duration::double precision',
      { kind: 'field', field: plain('duration'), cast: 'double precision', alias: 'd' },
    ],
    ['"odd, \\"name"', { kind: 'field', field: plain('odd, "name'), cast: null, alias: null }],
    ['with-dash', { kind: 'field', field: plain('with-dash'), cast: null, alias: null }],
    ['baby_info(*, x(y))', { kind: 'embed', target: 'baby_info', hint: null }],
    ['b:baby_info!fk!inner(")")', { kind: 'embed', target: 'baby_info', hint: 'fk' }],
    ['count()', { kind: 'aggregate' }],
    ['total:duration.sum()::text', { kind: 'aggregate' }],
    ['...baby_info(name)', { kind: 'embed', target: 'baby_info', hint: null }],
  ])('reads «%s»', (text, item) => {
    expect(parseSelect(text)).toEqual([item])
  })

  it('reads a path into JSON', () => {
    const [item] = parseSelect('w:naps->0->>wakeWindow::text')
    expect(item).toEqual({
      kind: 'field',
      alias: 'w',
      cast: 'text',
      field: {
        name: 'naps',
        path: [
          { arrow: '->', operand: { kind: 'index', index: 0 } },
          { arrow: '->>', operand: { kind: 'key', key: 'wakeWindow' } },
        ],
      },
    })
  })

  it('keeps the order of several items', () => {
    expect(parseSelect('id,date , *').map((item) => item.kind)).toEqual(['field', 'field', 'star'])
  })
})

describe('parsing a filter', () => {
  const compare = (operator: string, value: string, quantifier: 'any' | 'all' | null = null) => ({
    kind: 'compare',
    operator,
    quantifier,
    value,
  })
  it.each([
    ['eq.5', compare('=', '5')],
    ['eq.', compare('=', '')],
    ['eq.a.b,c(d)', compare('=', 'a.b,c(d)')],
    ['neq.5', compare('<>', '5')],
    ['gte.5', compare('>=', '5')],
    ['gt.5', compare('>', '5')],
    ['lte.5', compare('<=', '5')],
    ['lt.5', compare('<', '5')],
    ['like.*a*', compare('like', '*a*')],
    ['ilike(any).{a*,b}', compare('ilike', '{a*,b}', 'any')],
    ['eq(all).{1,2}', compare('=', '{1,2}', 'all')],
    ['match.^a', compare('~', '^a')],
    ['imatch.^a', compare('~*', '^a')],
    ['cs.{a}', compare('@>', '{a}')],
    ['cd.{a}', compare('<@', '{a}')],
    ['ov.{a}', compare('&&', '{a}')],
    ['sl.(1,2)', compare('<<', '(1,2)')],
    ['sr.(1,2)', compare('>>', '(1,2)')],
    ['nxr.(1,2)', compare('&<', '(1,2)')],
    ['nxl.(1,2)', compare('&>', '(1,2)')],
    ['adj.(1,2)', compare('-|-', '(1,2)')],
    ['is.null', { kind: 'is', keyword: 'NULL' }],
    ['is.NOT_null', { kind: 'is', keyword: 'NOT NULL' }],
    ['is.Unknown', { kind: 'is', keyword: 'UNKNOWN' }],
    ['isdistinct.5', { kind: 'distinct', value: '5' }],
    ['in.()', { kind: 'in', values: [''] }],
    ['in.(1,2, 3)', { kind: 'in', values: ['1', '2', ' 3'] }],
    ['in.("a,b","c\\"d","e")', { kind: 'in', values: ['a,b', 'c"d', 'e'] }],
    ['in.("a"b,c)', { kind: 'in', values: ['"a"b', 'c'] }],
    ['fts.a', { kind: 'search', query: 'to_tsquery', language: null, value: 'a' }],
    [
      'wfts(spanish).a b',
      { kind: 'search', query: 'websearch_to_tsquery', language: 'spanish', value: 'a b' },
    ],
    ['plfts.a', { kind: 'search', query: 'plainto_tsquery', language: null, value: 'a' }],
    ['phfts.a', { kind: 'search', query: 'phraseto_tsquery', language: null, value: 'a' }],
  ])('reads «%s», also negated', (value, operation) => {
    const parsed = { field: plain('col'), negated: false, operation }
    expect(parseFilter('col', value)).toEqual(parsed)
    expect(parseFilter('col', `not.${value}`)).toEqual({ ...parsed, negated: true })
  })

  it('reads a quoted column and a path', () => {
    expect(parseFilter('"a.b"->>c', 'eq.1').field).toEqual({
      name: 'a.b',
      path: [{ arrow: '->>', operand: { kind: 'key', key: 'c' } }],
    })
  })
})

describe('parsing a logic tree', () => {
  it('reads negations, arrays and quoted values', () => {
    const tree = parseLogic('not.or', '(a.eq.1, not.and(b.cs.{x,y},c.not.in.(1,2)), d.eq."e,)f")')
    expect(tree).toMatchObject({
      kind: 'group',
      negated: true,
      operator: 'or',
      conditions: [
        { filter: { field: plain('a'), operation: { value: '1' } } },
        {
          kind: 'group',
          negated: true,
          operator: 'and',
          conditions: [
            { filter: { field: plain('b'), operation: { operator: '@>', value: '{x,y}' } } },
            { filter: { negated: true, operation: { kind: 'in', values: ['1', '2'] } } },
          ],
        },
        { filter: { operation: { value: 'e,)f' } } },
      ],
    })
  })

  it('tells a column that is named like an operator from the operator', () => {
    expect(parseLogic('and', '(or.eq.1,not.is.null)')).toMatchObject({
      operator: 'and',
      conditions: [{ filter: { field: plain('or') } }, { filter: { field: plain('not') } }],
    })
  })
})

describe('parsing order=', () => {
  it.each([
    ['date', { field: plain('date'), direction: null, nulls: null }],
    ['date.asc', { field: plain('date'), direction: 'asc', nulls: null }],
    ['date.desc.nullsfirst', { field: plain('date'), direction: 'desc', nulls: 'first' }],
    ['date.nullslast', { field: plain('date'), direction: null, nulls: 'last' }],
  ])('reads «%s», also after another term', (text, term) => {
    expect(parseOrder(text)).toEqual([term])
    expect(parseOrder(`id,${text}`)[1]).toEqual(term)
  })
})

describe('parsing columns=', () => {
  it('reads quoted and plain names once', () => {
    expect(parseColumns('columns', '"a","b c", d,"a"')).toEqual(['a', 'b c', 'd'])
  })
})

describe('parsing a query string', () => {
  it('decodes it like a form, and leaves a percent sign that starts no escape', () => {
    expect(parseQueryString('a=eq.1+2&b=like.%25x%zz&c&=d&e=%C3%B1')).toEqual([
      ['a', 'eq.1 2'],
      ['b', 'like.%x%zz'],
      ['', 'd'],
      ['e', 'ñ'],
    ])
  })

  it.each(['a=%00', 'a=%ff', '%00=1'])('refuses %s', (raw) => {
    expect(() => parseQueryString(raw)).toThrowError(/invalid byte sequence for encoding "UTF8"/)
  })

  it('sorts and encodes the parameters for its canonical form', () => {
    expect(canonicalQuery(parseQueryString('select=*&id=in.(1,2)&date=eq.a b'))).toBe(
      'date=eq.a%20b&id=in.%281%2C2%29&select=%2A',
    )
  })
})
