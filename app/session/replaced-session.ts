/** By the id of a new session that is on its way: that of the one whose place it takes. */
const replaced = new Map<string, string>()

/** The session whose place a new one takes; undefined: it comes of its own. */
export function replacedBy(newId: string): string | undefined {
  return replaced.get(newId)
}

/**
 * While `taking` goes on, the new session is stored in place of that one alone, or of none where the server has ended
 * it meanwhile; not once its carer has left it.
 */
export async function inPlaceOf<Result>(
  oldId: string,
  newId: string,
  taking: () => Promise<Result>,
): Promise<Result> {
  replaced.set(newId, oldId)
  try {
    return await taking()
  } finally {
    replaced.delete(newId)
  }
}
