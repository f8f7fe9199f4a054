/** Marks, in localStorage, a user whose data is to be gone from this phone: a crash mustn't leave half of it. */
export const WIPE_MARK = 'nana-wipe:'

/** The users whose data is still to be wiped. */
export function markedUsers(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(WIPE_MARK)).map((key) => key.slice(WIPE_MARK.length))
}
