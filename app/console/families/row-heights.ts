/** So many rows are measured, and drawn or not, together. */
export const BLOCK = 10

/** The rows to draw, half-open `[first, end)`, and the height of what isn't drawn before and after them. */
export interface RowWindow {
  first: number
  end: number
  before: number
  after: number
}

/** How high the rows of a long list are: those that were drawn as they were measured, the others by their mean. */
export class RowHeights {
  private readonly measured = new Map<number, number>()
  private readonly guess: number

  /** @param guess of a row, until any was measured, in pixels. */
  constructor(guess: number) {
    this.guess = guess
  }

  /** @param block from 0. @param height of its rows together, in pixels. */
  measure(block: number, height: number): void {
    if (height > 0) this.measured.set(block, height)
  }

  /** The rows that lie between two heights of the list, whole blocks of them. */
  between(from: number, to: number, rows: number): RowWindow {
    const blocks = Math.ceil(rows / BLOCK)
    const mean = this.meanBlock()
    const shown: RowWindow = { first: 0, end: 0, before: 0, after: 0 }
    let top = 0
    for (let block = 0; block < blocks; block += 1) {
      const height = this.measured.get(block) ?? (mean * Math.min(BLOCK, rows - block * BLOCK)) / BLOCK
      // The last block is drawn below the list's end, too: a list that has become shorter is never empty.
      const isAbove = top + height <= from && block < blocks - 1
      if (isAbove) shown.before += height
      else if (top < to || shown.end === 0) {
        if (shown.end === 0) shown.first = block * BLOCK
        shown.end = Math.min(rows, (block + 1) * BLOCK)
      } else shown.after += height
      top += height
    }
    return shown
  }

  private meanBlock(): number {
    if (this.measured.size === 0) return this.guess * BLOCK
    return [...this.measured.values()].reduce((sum, height) => sum + height, 0) / this.measured.size
  }
}
