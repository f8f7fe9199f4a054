import type { Support } from './remote-support.ts'

/** Which family a part is about, and how it has the others follow what it did. */
export interface Place {
  support: Support
  /** The account and the family. */
  draftKey: string
  refresh: () => Promise<void>
}
