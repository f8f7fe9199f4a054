import type { Consulted, SupportCalls } from './calls/remote-support.ts'

/** Which family a part is about, and how it has the others follow what it did. */
export interface Place {
  calls: SupportCalls
  /** The account and the family. */
  draftKey: string
  /** Resolves to what was read anew; null: nobody answered. */
  refresh: () => Promise<Consulted | null>
}
