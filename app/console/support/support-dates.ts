import { addDays, isLocalDate, type LocalDate } from '../../../core/time/time.ts'
import type { SupportCalls, SupportDates } from './calls/remote-support.ts'

// The days that the database takes.
const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2100-12-31'
const MOST_DAYS = 3_650

export interface DatesProblem {
  field: 'from' | 'to'
  why: 'missing' | 'range' | 'order' | 'long'
}

/** Why the days of a support can't be saved, and which of them says so; null: they can. */
export function datesProblem({ starts_on, ends_on }: SupportDates): DatesProblem | null {
  const [from, to] = [dayProblem(starts_on), dayProblem(ends_on)]
  if (from !== null) return { field: 'from', why: from }
  if (to !== null) return { field: 'to', why: to }
  if (ends_on < starts_on) return { field: 'to', why: 'order' }
  return ends_on > addDays(starts_on, MOST_DAYS) ? { field: 'to', why: 'long' } : null
}

function dayProblem(day: LocalDate): 'missing' | 'range' | null {
  if (!isLocalDate(day)) return 'missing'
  return day < FIRST_DAY || day > LAST_DAY ? 'range' : null
}

/** The fields that were edited and aren't saved. */
export interface DatesDraft {
  typed: Partial<SupportDates>
  /** What was saved in each of them when its edit began. */
  seen: Partial<SupportDates>
  /** Sent since, without an answer: any of them may stand there. */
  unheard: readonly SupportDates[]
}

export const NO_DATES: SupportDates = { starts_on: '', ends_on: '', hours: '' }
const FIELDS = ['starts_on', 'ends_on', 'hours'] as const

/** What is shown: what somebody else changes meanwhile of the fields that nobody types in here is kept. */
export function withDraft(saved: SupportDates, draft: DatesDraft | null): SupportDates {
  return { ...saved, ...draft?.typed }
}

/**
 * What is left unsaved after another edit; null: nothing. A field that is put back as it is saved is no edit any more,
 * unless something else was sent of it and may have arrived: it shows what somebody else saves.
 */
export function datesDraft(
  saved: SupportDates,
  draft: DatesDraft | null,
  change: Partial<SupportDates>,
): DatesDraft | null {
  const edited = { ...withDraft(saved, draft), ...change }
  const unheard = draft?.unheard ?? []
  const left = FIELDS.filter((field) => [saved, ...unheard].some((dates) => edited[field] !== dates[field]))
  const seen = { ...saved, ...draft?.seen }
  return left.length === 0 ? null : { typed: only(left, edited), seen: only(left, seen), unheard }
}

function only(fields: readonly (keyof SupportDates)[], dates: SupportDates): Partial<SupportDates> {
  return Object.fromEntries(fields.map((field) => [field, dates[field]]))
}

/** The edited fields in which somebody else has saved something else since their edit began. */
export function overtakenIn(saved: SupportDates, draft: DatesDraft | null): (keyof SupportDates)[] {
  return FIELDS.filter((field) => {
    const typed = draft?.typed[field]
    const own = draft?.unheard.map((dates) => dates[field]) ?? []
    return typed !== undefined && ![typed, draft?.seen[field], ...own].includes(saved[field])
  })
}

/** Sets dates in the place of those that were seen, or of those that this draft has sent itself without an answer. */
export async function setDates(
  set: SupportCalls['setDates'],
  dates: SupportDates,
  seen: SupportDates | null,
  draft: DatesDraft | null,
): ReturnType<SupportCalls['setDates']> {
  const called = await set(dates, seen)
  const { data: found } = called
  const isOwn =
    found !== null && draft?.unheard.some((own) => FIELDS.every((field) => own[field] === found[field]))
  return isOwn === true ? set(dates, found) : called
}
