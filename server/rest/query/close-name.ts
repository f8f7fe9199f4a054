/** PostgREST suggests a name when at least this share of its letters is alike. */
const MIN_SIMILARITY = 0.75

/** Answers the known name most like `name`, or null when none is close. */
export function closestName(name: string, known: readonly string[]): string | null {
  let best: string | null = null
  let bestScore = MIN_SIMILARITY
  for (const candidate of known) {
    const longest = Math.max(name.length, candidate.length)
    // A name twice as long can't be close, and comparing it would take time in proportion to its length.
    if (longest > 2 * candidate.length) continue
    const score = 1 - editDistance(name.toLowerCase(), candidate) / longest
    if (score >= bestScore) [best, bestScore] = [candidate, score]
  }
  return best
}

/** PostgreSQL proposes no column for which more letters are to be changed, nor more than half of those given. */
const MOST_CHANGES = 3

/** Answers what PostgreSQL would propose for a column that isn't there: the closest, or two that are as close. */
export function closestColumns(name: string, columns: Iterable<string>): string[] {
  let found: string[] = []
  let changes = Math.min(MOST_CHANGES, Math.floor(Buffer.byteLength(name) / 2))
  for (const column of columns) {
    // A much longer name can't be close, and comparing it would take time in proportion to its length.
    if (name.length > column.length + MOST_CHANGES) continue
    const distance = editDistance(name, column)
    if (distance > changes) continue
    found = distance < changes ? [column] : [...found, column]
    changes = distance
  }
  return found.length > 2 ? [] : found
}

/** Computes Levenshtein's distance: how many letters to add, drop or change. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
