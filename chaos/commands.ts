import type { RefusedChange } from '../app/data/baby-data.ts'
import type { PartialRecordDraft, RecordDraft } from '../app/data/changes.ts'
import type { BabyInfo } from '../core/age.ts'
import type { SleepPlan } from '../core/plan.ts'
import type { SleepRecord } from '../core/sleep-record.ts'

/** A file as it lies on a phone, and what it says. */
export interface DataFile {
  name: string
  text: string
  rows: readonly FileRow[]
}

/** The id is that of the record the row was exported from. */
export interface FileRow {
  id: string | null
  record: RecordDraft
}

export type FileFormat = 'json' | 'csv'

/** What the harness may ask of a page. Everything here crosses into the browser, so it is plain data. */
export type Command =
  | { do: 'add'; draft: RecordDraft }
  | { do: 'start'; draft: PartialRecordDraft }
  | { do: 'edit'; id: string; patch: Partial<RecordDraft> }
  | { do: 'delete'; id: string }
  | { do: 'undo'; record: SleepRecord }
  | { do: 'merge'; keep: SleepRecord; drop: SleepRecord }
  /** Undo of a merge: the two as they were before it. */
  | { do: 'separate'; keep: SleepRecord; drop: SleepRecord }
  /** «Recuperar» and its ✕: a record that was changed here and deleted elsewhere. */
  | { do: 'recover' | 'forget'; record: SleepRecord }
  | { do: 'import'; file: DataFile }
  | { do: 'baby'; patch: Partial<Pick<BabyInfo, 'name' | 'birth_date'>> }
  | { do: 'plan'; patch: Partial<Omit<SleepPlan, 'id' | 'user_id'>> }

export type Outcome =
  /** The app's promise resolved: from here on the change may not be lost. */
  | {
      kind: 'stored'
      /** Null: the row is the user's only one. */
      rowId: string | null
      /** Fields of the patch that the page showed with this value already: the app sends only what differs. */
      unchanged: readonly string[]
      /** Whether the page showed the change when the promise resolved. */
      isShown: boolean
      /** Of a merge: the two as it knew them, and what it changed in the one. */
      merged?: { fields: Partial<SleepRecord>; kept: SleepRecord; was: SleepRecord }
      /** Of its undo: what that changed in the one. */
      separated?: { fields: Partial<SleepRecord> }
      /** Of an import: what the page had before, and what it added. */
      imported?: { before: readonly SleepRecord[]; added: readonly SleepRecord[] }
    }
  /** The page didn't know the row (any more), so there was nothing to do. */
  | { kind: 'nothing' }
  /** The app's promise rejected: nothing may come of it. */
  | { kind: 'rejected'; message: string }
  /** Nobody knows: the page, the browser or the answer went away. */
  | { kind: 'unknown' }

/** What one tab shows. */
export interface View {
  isSignedIn: boolean
  isReady: boolean
  loadFailed: boolean
  pending: number
  refused: readonly RefusedChange[]
  baby: BabyInfo | null
  plan: SleepPlan | null
  records: readonly SleepRecord[]
  /** Records that were changed on this phone and deleted elsewhere, and the carer hasn’t said anything to that yet. */
  lost: readonly SleepRecord[]
  /** Records that were on this page’s screen and left it, deleted or not. */
  vanished: string[]
  /** Records that went and came back. */
  returned: string[]
  /** Errors that nobody caught. */
  errors: string[]
}

export type PhoneClock =
  | { kind: 'right' }
  | { kind: 'off'; byMs: number }
  /** Stands still at an instant, epoch milliseconds. */
  | { kind: 'frozen'; at: number }

/** Text of a value: it costs a fraction of what the test library spends on the value itself. */
type Json<_Value> = string

interface PageCommands {
  perform(command: Command): Promise<Json<Outcome>>
  look(): Json<View>
  /** Null while there is nothing to export. */
  exportAll(format: FileFormat): { text: string; records: readonly SleepRecord[] } | null
  signIn(email: string, password: string): Promise<string | null>
  setClock(clock: PhoneClock): void
  setHidden(hidden: boolean): void
  retryRefused(seq: number): Promise<void>
  discardRefused(seq: number): Promise<void>
}

declare global {
  interface Window {
    nana: PageCommands
  }
}
