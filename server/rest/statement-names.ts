/**
 * Names for statements that come again: a named statement is parsed and planned once per connection.
 * A connection keeps what it once prepared, so the number of names is bounded, and a text earns its name
 * by being asked for a second time.
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
