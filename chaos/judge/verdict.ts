/** The verdict says in words what went wrong, and all its lists are empty when nothing did. */
export interface Verdict {
  /** Saved changes are here that had no effect at the server, and records that left the screen undeleted. */
  lost: string[]
  /** Effects are here that nobody asked for, or that had taken place already. */
  doubled: string[]
  /** Changes of one phone are here that took effect in another order than they were made in. */
  outOfOrder: string[]
  /** Phones, disks and server are here where they don't agree, and values that don't follow from the changes. */
  differing: string[]
  /** Promises of the app are here that it didn't keep: saves that failed or didn't show, errors nobody caught. */
  broken: string[]
  /** What an account that a family lets in no more was told of it, by the server or its own phone, is here. */
  seen: string[]
}

export function noFindings(): Verdict {
  return { lost: [], doubled: [], outOfOrder: [], differing: [], broken: [], seen: [] }
}
