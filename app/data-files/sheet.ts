/** A CSV file whose cells are read by the heading of their column. */
export interface Sheet {
  /** Whether there is a column for each of these headings; capitals don't matter. */
  has(...headings: string[]): boolean
  /** The rows, without the headings and the empty lines. */
  rows: SheetRow[]
  /** Only the last row has fewer cells than there are headings, as in a file that wasn't written to its end. */
  isCutOff: boolean
}

export interface SheetRow {
  /** The number that a spreadsheet shows for the row: the headings are row 1. */
  row: number
  /** The trimmed text of a cell; '' where the column or the cell is missing. */
  cell: (heading: string) => string
}

export function sheetOf([headings = [], ...lines]: readonly string[][]): Sheet {
  const columnOf = new Map(headings.map((heading, index) => [heading.trim().toLowerCase(), index]))
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
  const rows = lines.flatMap((cells, index) => {
    if (isEmpty(cells)) return []
    const cell = (heading: string) => cells[columnOf.get(heading.toLowerCase()) ?? -1]?.trim() ?? ''
    return { row: index + 2, cell }
  })
  const filled = lines.filter((cells) => !isEmpty(cells))
  const firstShort = filled.findIndex((cells) => cells.length < headings.length)
  return {
    has: (...wanted) => wanted.every((heading) => columnOf.has(heading.toLowerCase())),
    rows,
    isCutOff: firstShort >= 0 && firstShort === filled.length - 1,
  }
}
