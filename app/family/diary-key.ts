/**
 * A diary on this phone: an account's own, named by the account's id, or one that somebody else's account shows to it,
 * named by both. It is the name of its local database.
 */
export type DiaryKey = string

const BETWEEN = '.'

export function diaryKey(accountId: string, familyId: string): DiaryKey {
  return accountId === familyId ? accountId : accountId + BETWEEN + familyId
}

/** Who is signed in where this diary is shown. */
export function accountOf(key: DiaryKey): string {
  return key.split(BETWEEN)[0] ?? key
}

/** Whose diary it is: the `user_id` of its rows. */
export function familyOf(key: DiaryKey): string {
  return key.split(BETWEEN).at(-1) ?? key
}
