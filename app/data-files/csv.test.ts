import { describe, expect, it } from 'vitest'
import { parseCsv, writeCsv } from './csv.ts'

describe('writeCsv', () => {
  const text = writeCsv(
    ['Nombre', 'Nota'],
    [
      ['Ana; la «peque»', 'dos\nlíneas'],
      ['di "hola"', null],
    ],
  )

  it('opens in a Spanish spreadsheet: byte order mark, semicolons, CRLF', () => {
    expect(text.startsWith('\uFEFFNombre;Nota\r\n')).toBe(true)
    expect(text.endsWith('di ""hola""";\r\n')).toBe(true)
  })

  it('quotes what would fall apart, and reads back as it was', () => {
    expect(parseCsv(text)).toEqual([
      ['Nombre', 'Nota'],
      ['Ana; la «peque»', 'dos\nlíneas'],
      ['di "hola"', ''],
    ])
  })

  it.each([
    '=1+1',
    '+34',
    '-5',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '=HYPERLINK("http://example.org";"x")',
    '=1+1\nen dos líneas',
  ])('lets no cell be a formula: %j', (cell) => {
    const written = writeCsv(['A'], [[cell]])
    expect(written).toMatch(/^\uFEFFA\r\n"?'/)
    expect(parseCsv(written)?.[1]).toEqual([cell])
  })
})

describe('parseCsv', () => {
  it.each([
    ['semicolons', 'a;b\n1;2\n'],
    ['commas', 'a,b\r\n1,2'],
    ['tabs', 'a\tb\r1\t2'],
  ])('finds out about %s', (_what, text) => {
    expect(parseCsv(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps empty lines, so that rows are numbered as a spreadsheet does', () => {
    expect(parseCsv('a,b\n\n1,2\n')).toEqual([['a', 'b'], [''], ['1', '2']])
  })

  it('finds out from the first line that says something', () => {
    expect(parseCsv('\r\n  \r\na,b\r\n1,2')).toEqual([[''], ['  '], ['a', 'b'], ['1', '2']])
  })

  it('gives up on a quote that never ends: half the file would be one cell', () => {
    expect(parseCsv('a,b\n"1,2\n3,4\n')).toBeNull()
  })
})
