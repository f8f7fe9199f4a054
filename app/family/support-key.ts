/** The localStorage key of what the provider's staff has for an account's own family begins so (support.ts). */
const KEY = 'nana-support:'

export const supportKey = (accountId: string) => KEY + accountId

/** Forgets it, when the account leaves this phone. */
export function forgetSupport(accountId: string): void {
  localStorage.removeItem(supportKey(accountId))
}

/**
 * Forgets all but the answers that the server hasn't been told, when only what wasn't sent stays. Returns how many.
 */
export function keepUntold(accountId: string): number {
  const kept = localStorage.getItem(supportKey(accountId)) ?? '{}'
  const { answers = [] } = JSON.parse(kept) as { answers?: unknown[] }
  forgetSupport(accountId)
  if (answers.length > 0) localStorage.setItem(supportKey(accountId), JSON.stringify({ answers }))
  return answers.length
}
