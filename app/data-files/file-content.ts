import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import type { SleepRecord } from '../../core/sleep-record.ts'

/** Where a file comes from: our full copy, one of our tables, or another app. */
export type Source = 'copy' | 'records' | 'plan' | 'baby' | 'huckleberry' | 'baby-buddy'

/** A record without what an account gives it. */
export type FoundRecord = Omit<SleepRecord, 'id' | 'user_id'>

export interface FoundRow {
  /** As a spreadsheet numbers it: the line of headings is 1. In a copy, the place in its list. */
  row: number
  /** The id it has in one of our own files; null elsewhere. */
  id: string | null
  record: FoundRecord
}

export type SkipReason =
  | 'not-sleep'
  | 'other-baby'
  | 'no-start'
  | 'no-end'
  | 'bad-time'
  | 'end-before-start'
  | 'too-long'
  | 'no-length'
  | 'bad-value'
  | 'repeated'
  | 'overlap'

export interface SkippedRow {
  row: number
  reason: SkipReason
  /** The word of the file that made it so: a type, a field's name. '' for none. */
  word: string
}

export type FoundBaby = Pick<BabyInfo, 'name' | 'birth_date'>
export type FoundPlan = Omit<SleepPlan, 'id' | 'user_id'>

/** What a file says, before it is held against a diary. */
export interface FileContent {
  source: Source
  rows: FoundRow[]
  skipped: SkippedRow[]
  baby: FoundBaby | null
  plan: FoundPlan | null
  /** Of an app that logs several: which there are, in the order they come. Else empty. */
  babies: string[]
  /** Its times say no zone and may be another's than Madrid's. */
  hasDoubtfulZone: boolean
}

/** Why nothing of a file can be used. */
export type FileProblem =
  | 'empty'
  | 'too-large'
  | 'spreadsheet'
  | 'not-text'
  | 'broken'
  | 'newer-version'
  | 'other-table'
  | 'unknown'

export type FileResult = { kind: 'read'; content: FileContent } | { kind: 'unusable'; problem: FileProblem }

/** Choices a file may leave to the carer. */
export interface ReadChoices {
  /** One of `babies`; null: the first. */
  baby: string | null
  /** Whether times without a zone are UTC instead of Madrid's. */
  isUtc: boolean
}

export function unusable(problem: FileProblem): FileResult {
  return { kind: 'unusable', problem }
}

export const NO_CONTENT: Omit<FileContent, 'source'> = {
  rows: [],
  skipped: [],
  baby: null,
  plan: null,
  babies: [],
  hasDoubtfulZone: false,
}
