import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'

const OTHER_APPS = ['huckleberry', 'baby-buddy', 'nara', 'napper'] as const

/** Where a file comes from: our full copy, one of our tables, or another app. */
export type Source = 'copy' | 'records' | 'plan' | 'baby' | (typeof OTHER_APPS)[number]

/** Whether a file comes from another app, which knows no ids of ours. */
export function isOfOtherApp(source: Source): boolean {
  return OTHER_APPS.some((app) => app === source)
}

/** A record as a file says it, without the ids of an account. */
export type FoundRecord = Omit<SleepRecord, 'id' | 'user_id' | 'logged_by'>

export interface FoundRow {
  /** The row's number in a spreadsheet, where the headings are row 1; in a full copy the place in its list, from 1. */
  row: number
  /** The record's id in a file of our own; null in another app's. */
  id: string | null
  record: FoundRecord
  /**
   * What names a record without an id, where its start is an instant: the start by Madrid's walls, whichever the diary
   * goes by. So a file that is imported again after a change of zone adds nothing twice.
   */
  named?: Pick<FoundRecord, 'type' | 'date' | 'start_time' | 'time' | 'end_time'>
}

export type SkipReason =
  | 'not-sleep'
  | 'other-baby'
  | 'no-start'
  | 'no-end'
  | 'no-night'
  | 'bad-time'
  | 'end-before-start'
  | 'too-long'
  | 'no-length'
  | 'bad-value'
  | 'repeated'
  | 'overlap'
  | 'occupied'

export interface SkippedRow {
  row: number
  reason: SkipReason
  /** The word in the file that is the reason: a type, a time or a field's name; '' when no word is. */
  word: string
}

/** What a file says of the baby, which may be one thing alone. */
export type FoundBaby = Partial<Omit<BabyInfo, 'id' | 'user_id'>>
export type FoundPlan = Omit<SleepPlan, 'id' | 'user_id'>

/** What a file says, before it is compared with a diary. */
export interface FileContent {
  source: Source
  rows: FoundRow[]
  skipped: SkippedRow[]
  baby: FoundBaby | null
  plan: FoundPlan | null
  /** The names of the babies in the file of an app that logs several, in the order of the file; else empty. */
  babies: string[]
  /** Whether the file's times have no zone and may be UTC instead of Madrid's: the carer is asked. */
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
