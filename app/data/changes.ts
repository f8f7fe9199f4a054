import type { BabyInfo } from '../../core/age.ts'
import type { SleepPlan } from '../../core/plan.ts'
import type { LocalDate, LocalTime, SleepRecord, SleepType } from '../../core/sleep-record.ts'

export type RecordDraft = Omit<SleepRecord, 'id' | 'user_id'>
export type PartialRecordDraft = { date: LocalDate; type: SleepType; start_time: LocalTime }

export async function addRecord(_draft: RecordDraft): Promise<SleepRecord> {
  throw new Error('not connected')
}

export async function createPartialRecord(_draft: PartialRecordDraft): Promise<SleepRecord> {
  throw new Error('not connected')
}

/** Stores and sends only the fields that differ. */
export async function updateRecord(_id: string, _patch: Partial<RecordDraft>): Promise<void> {}

export async function deleteRecord(_id: string): Promise<void> {}

/** Undo of a delete: the same content under a new id. */
export async function restoreRecord(_record: SleepRecord): Promise<SleepRecord> {
  throw new Error('not connected')
}

export async function updateBaby(_patch: Partial<Pick<BabyInfo, 'name' | 'birth_date'>>): Promise<void> {}

export async function updatePlan(_patch: Partial<Omit<SleepPlan, 'id' | 'user_id'>>): Promise<void> {}

export async function retryRefused(_seq: number): Promise<void> {}

export async function discardRefused(_seq: number): Promise<void> {}
