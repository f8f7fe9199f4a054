import { badBody } from './refusals.ts'

export interface CsvTable {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Parses a CSV with a header line; fields may be quoted, a quote inside doubled. Throws PGRST102. */
export function parseCsv(text: string): CsvTable {
  const [header, ...rows] = parseLines(text)
  if (header === undefined) throw badBody('All lines must have same number of fields')
  if (rows.some((cells) => cells.length !== header.length)) {
    throw badBody('All lines must have same number of fields')
  }
  return { header, rows }
}

function parseLines(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  // One field and what ends it: a comma, a line's end, or the end of the text.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (match === null) throw badBody('All lines must have same number of fields')
    const [, quoted, plain = '', ending] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (ending !== ',') {
      lines.push(cells)
      cells = []
    }
  }
  // A text that ends with a comma has one more, empty, field.
  if (cells.length > 0) lines.push([...cells, ''])
  return lines
}
