/** The localStorage key of what the provider's staff has for an account's own family begins so (support.ts). */
const KEY = 'nana-support:'

export const supportKey = (accountId: string) => KEY + accountId

/** Forgets it, when the account leaves this phone, or only what it hasn't sent stays. */
export function forgetSupport(accountId: string): void {
  localStorage.removeItem(supportKey(accountId))
}
