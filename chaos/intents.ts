import type { PartialRecordDraft, RecordDraft } from '../app/data/changes.ts'
import type { BabyInfo } from '../core/age.ts'
import type { SleepPlan } from '../core/plan.ts'
import { DISTURBANCES, QUALITIES, type RecordType, type SleepRecord } from '../core/sleep-record.ts'
import { findTwins } from '../core/twins.ts'
import type { Command, View } from './commands.ts'
import type { Random } from './random.ts'

/*
 * What a carer means to do, before anyone looked at the phone: which record it hits depends on what that tab shows then.
 *
 * Every change carries its number in a field, so that whatever turns up at the server names the change it came from:
 * records as the minute in `time` (a sleep that has just begun has none, and carries it as the minute of its start), the
 * baby in its name, the plan in the first wake window.
 */
export type Intent =
  | { kind: 'add'; mark: number; draft: RecordDraft }
  | { kind: 'start'; mark: number }
  /** The sleep that somebody has logged already, a few minutes off. */
  | { kind: 'twin'; mark: number; pick: number; draft: RecordDraft }
  | { kind: 'end'; mark: number; pick: number }
  | { kind: 'edit'; mark: number; pick: number; patch: Partial<RecordDraft> }
  | { kind: 'delete'; mark: number; pick: number }
  | { kind: 'undo'; mark: number }
  | { kind: 'merge'; mark: number; pick: number }
  | { kind: 'baby'; mark: number; patch: Partial<Pick<BabyInfo, 'name' | 'birth_date'>> }
  | { kind: 'plan'; mark: number; patch: Partial<Omit<SleepPlan, 'id' | 'user_id'>> }

/** More than the database takes: the server refuses the change for good. */
const REFUSED_FEEDINGS = 120

export function isSpoiled(command: Command): boolean {
  if (command.do === 'add') return command.draft.feedings === REFUSED_FEEDINGS
  if (command.do === 'undo') return command.record.feedings === REFUSED_FEEDINGS
  return command.do === 'edit' && command.patch.feedings === REFUSED_FEEDINGS
}

/** Two months, so that records move between the pieces they are stored in. */
const DATES = ['2025-07-30', '2025-07-31', '2025-08-01', '2025-08-10', '2025-08-11'] as const

function timeOfMinute(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
}

const WEIGHTS = { add: 4, start: 3, twin: 2, end: 4, edit: 7, delete: 2, undo: 1, merge: 3, baby: 2, plan: 2 }

export function makeIntent(random: Random, mark: number): Intent {
  // Something to change comes first.
  const kind = mark <= 4 ? 'add' : random.weighted(WEIGHTS)
  const pick = random.between(0, 99)
  switch (kind) {
    case 'add':
      return { kind, mark, draft: someDraft(random, mark) }
    case 'twin':
      return { kind, mark, pick: random.chance(0.5) ? 0 : pick, draft: someDraft(random, mark) }
    case 'start':
    case 'undo':
      return { kind, mark }
    case 'merge':
      return { kind, mark, pick }
    case 'end':
    case 'delete':
      // Where most happens is the newest record.
      return { kind, mark, pick: random.chance(0.5) ? 0 : pick }
    case 'edit':
      return { kind, mark, pick: random.chance(0.4) ? 0 : pick, patch: somePatch(random, mark) }
    case 'baby':
      return { kind, mark, patch: someBabyPatch(random, mark) }
    case 'plan':
      return { kind, mark, patch: somePlanPatch(random, mark) }
  }
}

/** A nap that begins. */
export function startOf(mark: number): PartialRecordDraft {
  return { date: '2025-08-11', type: 'siesta', start_time: timeOfMinute(mark) }
}

function someDraft(random: Random, mark: number): RecordDraft {
  const type = random.pick<RecordType>(['siesta', 'noche', 'despertar'])
  const isSleep = type !== 'despertar'
  return {
    date: random.pick(DATES),
    type,
    start_time: isSleep ? timeOfMinute(random.between(0, 1439)) : null,
    end_time: isSleep && random.chance(0.6) ? timeOfMinute(random.between(0, 1439)) : null,
    time: timeOfMinute(mark),
    duration: random.between(0, 1500),
    wake_ups: random.between(0, 10),
    quality: random.chance(0.5) ? random.pick(QUALITIES) : null,
    disturbances: DISTURBANCES.filter(() => random.chance(0.2)),
    feedings: random.chance(0.03) ? REFUSED_FEEDINGS : random.between(0, 99),
    diaper_changes: random.between(0, 99),
  }
}

function somePatch(random: Random, mark: number): Partial<RecordDraft> {
  const draft = someDraft(random, mark)
  const fields = ['date', 'end_time', 'duration', 'wake_ups', 'quality', 'disturbances', 'feedings'] as const
  const chosen = fields.filter(() => random.chance(0.3)).map((field) => [field, draft[field]])
  return { ...Object.fromEntries(chosen), time: draft.time }
}

function someBabyPatch(random: Random, mark: number): Partial<Pick<BabyInfo, 'name' | 'birth_date'>> {
  const day = String(random.between(1, 28)).padStart(2, '0')
  return { name: `Bebé ${mark}`, ...(random.chance(0.5) && { birth_date: `2025-01-${day}` }) }
}

function somePlanPatch(random: Random, mark: number): Partial<SleepPlan> {
  const nap = () => ({ duration: 15 * random.between(1, 12), wakeWindow: `${random.between(1, 3)}h 00min` })
  return {
    first_wake_window: `${mark}min`,
    ...(random.chance(0.3) && { naps_count: random.pick([2, 3, 4]) }),
    ...(random.chance(0.3) && { naps: Array.from({ length: random.between(2, 4) }, nap) }),
    ...(random.chance(0.3) && { night_bedtime: timeOfMinute(random.between(1080, 1320)) }),
    ...(random.chance(0.3) && { reminders: random.chance(0.5) }),
  }
}

/** The command for what this tab shows now; null when there is nothing to do it to. */
export function commandFor(intent: Intent, view: View, lastDeleted: SleepRecord | undefined): Command | null {
  switch (intent.kind) {
    case 'add':
      return { do: 'add', draft: intent.draft }
    case 'start':
      return { do: 'start', draft: startOf(intent.mark) }
    case 'twin': {
      const asleep = view.records.filter(({ start_time }) => start_time !== null)
      const record = pickFrom(asleep, intent.pick)
      return record && { do: 'add', draft: twinOf(record, intent.draft) }
    }
    case 'end': {
      const open = view.records.filter(({ type, end_time }) => type !== 'despertar' && end_time === null)
      const record = pickFrom(open, intent.pick)
      const end_time = timeOfMinute(1439 - intent.mark)
      return (
        record && {
          do: 'edit',
          id: record.id,
          patch: { end_time, duration: 0, time: timeOfMinute(intent.mark) },
        }
      )
    }
    case 'edit': {
      const record = pickFrom(view.records, intent.pick)
      if (record === null) return null
      const { end_time: _, ...withoutEnd } = intent.patch
      return { do: 'edit', id: record.id, patch: record.type === 'despertar' ? withoutEnd : intent.patch }
    }
    case 'delete': {
      const record = pickFrom(view.records, intent.pick)
      return record && { do: 'delete', id: record.id }
    }
    case 'undo':
      return lastDeleted === undefined
        ? null
        : { do: 'undo', record: { ...lastDeleted, time: timeOfMinute(intent.mark) } }
    case 'merge': {
      const pairs = findTwins(view.records)
      const pair = pairs[intent.pick % Math.max(1, pairs.length)]
      return pair === undefined ? null : { do: 'merge', ...pair }
    }
    case 'baby':
      return view.baby && { do: 'baby', patch: intent.patch }
    case 'plan':
      return view.plan && { do: 'plan', patch: intent.patch }
  }
}

function twinOf({ date, type, start_time, end_time }: SleepRecord, draft: RecordDraft): RecordDraft {
  const [hours = 0, minutes = 0] = (start_time ?? '').split(':').map(Number)
  const start = hours * 60 + minutes
  return { ...draft, date, type, start_time: timeOfMinute(start < 1435 ? start + 4 : start - 4), end_time }
}

function pickFrom(records: readonly SleepRecord[], pick: number): SleepRecord | null {
  return records[pick % Math.max(1, records.length)] ?? null
}
