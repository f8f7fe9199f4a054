import type { Pool } from 'pg'

/** Names the text of a statement, or answers nothing where it is to have no name. */
type NameOf = (text: string) => string | undefined

/** The names outlive whoever asks for them, as the connections do: a new one would give the same names anew. */
const ofPools = new WeakMap<Pool, NameOf>()

/** A longer text is nobody's daily question, and each connection would keep it and its plan. */
const LONGEST = 4096

export function statementNamesOf(pool: Pool): NameOf {
  const nameOf = ofPools.get(pool) ?? createStatementNames()
  ofPools.set(pool, nameOf)
  return nameOf
}

/**
 * Makes a function that names the texts of statements. Each connection parses and plans a named statement only once,
 * but keeps it for good. So there are at most `most` names, and a text gets one when it is asked for a second time.
 */
export function createStatementNames(most = 200): NameOf {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= most || text.length > LONGEST) return name
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
