import papa from 'papaparse'

/** A byte order mark: without it Excel reads UTF-8 as something else. */
const BOM = '\uFEFF'

type Cell = string | number | null

/** What a spreadsheet runs, whatever lines follow. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * CSV as a spreadsheet set to Spanish opens it by a double click: semicolons, because the comma is its decimal point,
 * CRLF, and an apostrophe before what would run as a formula.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = papa.unparse([[...header], ...rows.map((row) => [...row])], {
    delimiter: ';',
    newline: '\r\n',
    escapeFormulae: FORMULA,
  })
  return `${BOM}${text}\r\n`
}

/** The rows of cells, empty lines included; the separator is guessed. Null when a quote never ends. */
export function parseCsv(text: string): string[][] | null {
  const content = text.replace(/^\uFEFF/, '')
  const { data, errors } = papa.parse<string[]>(content, { delimiter: delimiterOf(content) })
  if (errors.some(({ code }) => code === 'MissingQuotes')) return null
  const last = data.at(-1)
  // Papa Parse makes a row of the nothing that follows the last line end.
  if (last?.length === 1 && last[0] === '') data.pop()
  return data.map((row) => row.map(withoutApostrophe))
}

/** The separator that occurs most in the headings, where others hardly ever do: the first line that isn't blank. */
function delimiterOf(text: string): string {
  const headings = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  const uses = (delimiter: string) => headings.split(delimiter).length
  return [';', ',', '\t'].reduce((best, other) => (uses(other) > uses(best) ? other : best))
}

/** Undoes what {@link writeCsv} does to a formula. */
function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
