import type { Account } from './calls/remote-accounts.ts'

/** The accounts with one of them as it is now; null: it is deleted. One that is new comes first. */
export function withAccount(accounts: readonly Account[], id: string, account: Account | null): Account[] {
  const isNew = account !== null && accounts.every((one) => one.id !== id)
  if (isNew) return [account, ...accounts]
  return accounts.flatMap((one) => (one.id !== id ? [one] : account === null ? [] : [account]))
}
