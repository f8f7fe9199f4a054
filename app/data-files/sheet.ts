/** A CSV file, its cells asked for by the heading of their column. */
export interface Sheet {
  /** Whether there are columns of all these headings; capitals don't matter. */
  has(...headings: string[]): boolean
  /** Without the headings and the empty lines. */
  rows: SheetRow[]
}

export interface SheetRow {
  /** As a spreadsheet numbers it: the headings are row 1. */
  row: number
  /** Trimmed; '' where the column or the cell is missing. */
  cell: (heading: string) => string
}

export function sheetOf([headings = [], ...lines]: readonly string[][]): Sheet {
  const columnOf = new Map(headings.map((heading, index) => [heading.trim().toLowerCase(), index]))
  const rows = lines.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const cell = (heading: string) => cells[columnOf.get(heading.toLowerCase()) ?? -1]?.trim() ?? ''
    return { row: index + 2, cell }
  })
  return { has: (...wanted) => wanted.every((heading) => columnOf.has(heading.toLowerCase())), rows }
}
