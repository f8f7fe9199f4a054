import type { PartialRecordDraft, RecordDraft } from '../../app/changes/changes.ts'
import type { Role } from '../../app/family/remote-families.ts'
import type { RefusedChange } from '../../app/local/baby-data.ts'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Tap, TapChange, TapKind } from '../../core/records/taps.ts'
import type { LocalTime } from '../../core/time/time.ts'

/** A file has the text that lies on a phone, and the rows that the text says. */
export interface DataFile {
  name: string
  text: string
  rows: readonly FileRow[]
}

/** A row's id is that of the record it was exported from, or null when somebody else made the file. */
export interface FileRow {
  id: string | null
  record: RecordDraft
}

export type FileFormat = 'json' | 'csv'

/** The harness may ask these things of a page. Everything here crosses into the browser, so it is plain data. */
export type Command =
  | { do: 'add'; draft: RecordDraft }
  | { do: 'start'; draft: PartialRecordDraft }
  /** A day is told from memory, and all of it is stored or nothing. */
  | { do: 'rebuild'; drafts: readonly RecordDraft[] }
  /** One undo takes the whole rebuilt day away again. */
  | { do: 'unbuild'; ids: readonly string[] }
  | { do: 'edit'; id: string; patch: Partial<RecordDraft> }
  | { do: 'tap'; id: string; kind: TapKind; time: LocalTime }
  | { do: 'untap'; id: string; tap: Tap }
  | { do: 'delete'; id: string }
  | { do: 'undo'; record: SleepRecord }
  | { do: 'merge'; keep: SleepRecord; drop: SleepRecord }
  /** The undo of a merge brings back the two records as they were before it. */
  | { do: 'separate'; keep: SleepRecord; drop: SleepRecord }
  /** «Recuperar», or the ✕ beside it, is tapped for a record that was changed here and deleted elsewhere. */
  | { do: 'recover' | 'forget'; record: SleepRecord }
  | { do: 'import'; file: DataFile }
  | { do: 'baby'; patch: Partial<Pick<BabyInfo, 'name' | 'birth_date'>> }
  | { do: 'plan'; patch: Partial<Omit<SleepPlan, 'id' | 'user_id'>> }

export type Outcome =
  /** The app's promise resolved, so from here on the change may not be lost. */
  | {
      kind: 'stored'
      /** The id is null when the row is the user's only one of its table, or nobody knows it. */
      rowId: string | null
      /** The page showed these fields of the patch with this value already, and the app sends only what differs. */
      unchanged: readonly string[]
      /** Says whether the page showed the change when the promise resolved, as every page must. */
      isShown: boolean
      /** A merge tells the two records as it knew them, and what it changed in the one that stays. */
      merged?: { fields: Partial<SleepRecord>; kept: SleepRecord; was: SleepRecord }
      /** The undo of a merge tells what it changed in the record that had stayed. */
      separated?: { fields: Partial<SleepRecord> }
      tapped?: Tap
      /** An edit tells the fields it sent. */
      sent?: readonly string[]
      /** An edit also tells the taps it took back, because it counts fewer. */
      untapped?: readonly Tap[]
      /** A rebuilt day tells the ids of its new records. */
      built?: readonly string[]
      /** The undo of a rebuilt day tells the ids of the records that the page still knew. */
      unbuilt?: readonly string[]
      /** A recovery tells what it changed in the record, besides bringing it back. */
      recovered?: { fields: Partial<SleepRecord>; taps: readonly TapChange[] }
      /** An import tells what the page had before, and what it added. */
      imported?: { before: readonly SleepRecord[]; added: readonly SleepRecord[] }
    }
  /** The page didn't know the row (any more), so there was nothing to do. */
  | { kind: 'nothing' }
  /** The app's promise rejected, so nothing may come of the change. */
  | { kind: 'rejected'; message: string }
  /** The page, the browser or the answer went away, so nobody knows. */
  | { kind: 'unknown' }

/** Whose diary a phone shows to whom, and what it takes this account to be there. */
export interface Place {
  accountId: string
  familyId: string
  role: Role
}

/** This is what a phone's disk holds of a family that somebody else owns. */
export interface Kept {
  /** The phone lists the family among those that are open to it. */
  isKnown: boolean
  /** The phone asks what is to become of so many changes of a family that was left. */
  unsent: number
  changed: readonly Pick<RefusedChange, 'kind' | 'rowId'>[]
  /** These are the ids of all rows. */
  rows: readonly string[]
  lost: readonly SleepRecord[]
}

/** A view holds what one tab shows. */
export interface View {
  isSignedIn: boolean
  /** Nobody has one who isn't signed in. */
  place: Place | null
  isReady: boolean
  loadFailed: boolean
  pending: number
  refused: readonly RefusedChange[]
  baby: BabyInfo | null
  plan: SleepPlan | null
  records: readonly SleepRecord[]
  /** These records were changed on this phone and deleted elsewhere, and the carer hasn’t answered that yet. */
  lost: readonly SleepRecord[]
  /** These records were on this page’s screen and left it, deleted or not. */
  vanished: string[]
  /** These records left the screen and came back. */
  returned: string[]
  /** Nobody caught these errors. */
  errors: string[]
}

export type PhoneClock =
  | { kind: 'right' }
  | { kind: 'off'; byMs: number }
  /** This clock stands still at an instant, in epoch milliseconds. */
  | { kind: 'frozen'; at: number }

/** Values cross as JSON text, which costs a fraction of what the test library spends on the value itself. */
type Json<_Value> = string

interface PageCommands {
  runCommand(command: Command): Promise<Json<Outcome>>
  look(): Json<View>
  /** Returns null while there is nothing to export. */
  exportAll(format: FileFormat): { text: string; records: readonly SleepRecord[] } | null
  signIn(email: string, password: string): Promise<string | null>
  setClock(clock: PhoneClock): void
  setHidden(hidden: boolean): void
  retryRefused(seq: number): Promise<void>
  discardRefused(seq: number): Promise<void>
  openFamily(familyId: string): Promise<string>
  /** These two resolve to what came of it, in the app's word. */
  join(token: string): Promise<string>
  leave(familyId: string): Promise<string>
  keptOf(familyId: string): Promise<Json<Kept>>
}

declare global {
  interface Window {
    nana: PageCommands
  }
}
