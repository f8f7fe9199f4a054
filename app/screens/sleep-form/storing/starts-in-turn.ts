/** Stores a sleep's starts one after the other; what waited for one that the phone refuses isn't stored either. */
export function startsInTurn() {
  let last: Promise<boolean> | null = null

  /** @param store answers whether the phone has taken it. */
  return (store: () => Promise<boolean>): Promise<boolean> => {
    const turn = last === null ? store() : last.then((isStored) => isStored && store())
    last = turn
    return turn.finally(() => {
      if (last === turn) last = null
    })
  }
}
