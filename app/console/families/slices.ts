/** A slice of work; a frame is 16 ms long, and has to draw as well. */
const SLICE_MS = 8

export interface SliceParts {
  /** Milliseconds that pass whatever the product's clock does. */
  elapsed: () => number
  /** Lets the page draw and answer. */
  breathe: () => Promise<void>
}

/** Works through a list, and lets the page draw in between. Stops where it is when `signal` aborts. */
export async function inSlices<T>(
  { elapsed, breathe }: SliceParts,
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => void,
): Promise<void> {
  let sliceAt = elapsed()
  for (const item of items) {
    work(item)
    if (elapsed() - sliceAt < SLICE_MS) continue
    await breathe()
    if (signal.aborted) return
    sliceAt = elapsed()
  }
}
