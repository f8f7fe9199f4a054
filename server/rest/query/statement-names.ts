/**
 * Makes a function that names the texts of statements. Each connection parses and plans a named statement only once,
 * but keeps it for good. So there are at most `most` names, and a text gets one when it is asked for a second time.
 */
export function createStatementNames(most = 200): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= most) return name
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= 5 * most) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    const next = `rest_${names.size}`
    names.set(text, next)
    return next
  }
}
