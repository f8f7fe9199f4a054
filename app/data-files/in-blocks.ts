/** So many rows take a slow phone a few milliseconds. Between two blocks the screen can react. */
const BLOCK = 250

/** Calls `each` for every item in turn. */
export async function inBlocks<Item>(
  items: readonly Item[],
  each: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % BLOCK === 0) await new Promise((resolve) => setTimeout(resolve))
    each(item, index)
  }
}
