import type { PartialRecordDraft, RecordDraft } from '../../app/changes/changes.ts'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import { BLANK_RECORD, DISTURBANCES, QUALITIES, type RecordType } from '../../core/records/sleep-record.ts'
import { TAP_KINDS, type TapKind } from '../../core/records/taps.ts'
import type { Command, DataFile, FileFormat } from './commands.ts'
import { fileOf, LARGE_FILE } from './files.ts'
import type { Random } from './random.ts'

/*
 * An intent is what a carer means to do before anyone has looked at the phone: which record it hits depends on what
 * that tab shows then.
 *
 * Every change carries its number in a field, so that whatever turns up at the server names the change it came from:
 * records as the minute in `time` (a sleep that has just begun has none, and carries it as the minute of its start),
 * the baby in its name, the plan in the first wake window.
 */
export type Intent =
  | { kind: 'add'; mark: number; draft: RecordDraft }
  | { kind: 'start'; mark: number }
  /** A sleep is logged that somebody has logged already, with a start a few minutes off. */
  | { kind: 'twin'; mark: number; pick: number; draft: RecordDraft }
  | { kind: 'end'; mark: number; pick: number }
  /** The carer taps «Sigue durmiendo», which takes an end back. */
  | { kind: 'sleep on'; mark: number; pick: number }
  /** The carer taps a «+1», which counts one waking, feeding or diaper change. */
  | { kind: 'tap'; mark: number; pick: number; what: TapKind }
  | { kind: 'untap'; mark: number; pick: number }
  /** The carer tells a forgotten day with «Reconstruir el día». */
  | { kind: 'rebuild'; mark: number; drafts: readonly RecordDraft[] }
  /** The carer takes the rebuilt day back with its one undo. */
  | { kind: 'unbuild'; mark: number }
  | { kind: 'edit'; mark: number; pick: number; patch: Partial<RecordDraft> }
  | { kind: 'delete'; mark: number; pick: number }
  | { kind: 'undo'; mark: number }
  | { kind: 'merge' | 'recover' | 'forget'; mark: number; pick: number }
  | { kind: 'separate'; mark: number }
  /** This file is new: nobody has imported it yet. */
  | { kind: 'import'; mark: number; file: DataFile }
  /** This file was exported or imported before, and is one of those that lie about. */
  | { kind: 'import again'; mark: number; pick: number }
  | { kind: 'export'; mark: number; format: FileFormat }
  | { kind: 'baby'; mark: number; patch: Partial<Pick<BabyInfo, 'name' | 'birth_date'>> }
  | { kind: 'plan'; mark: number; patch: Partial<Omit<SleepPlan, 'id' | 'user_id'>> }

/** The database takes no count as high as this, so the server refuses the change for good. */
export const REFUSED_FEEDINGS = 120

export function isSpoiled(command: Command): boolean {
  if (command.do === 'add') return command.draft.feedings === REFUSED_FEEDINGS
  if (command.do === 'undo' || command.do === 'recover') return command.record.feedings === REFUSED_FEEDINGS
  // In a merge the higher count wins, so a count that one of the two can't have the other can't take over either.
  if (command.do === 'merge' || command.do === 'separate') {
    return [command.keep, command.drop].some(({ feedings }) => feedings === REFUSED_FEEDINGS)
  }
  return command.do === 'edit' && command.patch.feedings === REFUSED_FEEDINGS
}

/** The dates are of two months, so that records move between the pieces in which a phone stores them. */
const DATES = ['2025-07-30', '2025-07-31', '2025-08-01', '2025-08-10', '2025-08-11'] as const

export function timeOfMinute(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
}

const WEIGHTS = {
  add: 4,
  start: 3,
  twin: 2,
  end: 4,
  'sleep on': 1.5,
  tap: 6,
  untap: 1.5,
  rebuild: 1,
  unbuild: 0.4,
  edit: 7,
  delete: 2,
  undo: 1,
  merge: 3,
  separate: 1.5,
  recover: 2,
  forget: 0.3,
  import: 1,
  'import again': 1.5,
  export: 0.7,
  baby: 2,
  plan: 2,
}

/** The first intents add records, so that the later ones have something to change. */
export const FIRST_RECORDS = 4

export function makeIntent(random: Random, mark: number, wanted?: Intent['kind']): Intent {
  const kind = wanted ?? (mark <= FIRST_RECORDS ? 'add' : random.weighted(WEIGHTS))
  const pick = random.between(0, 99)
  switch (kind) {
    case 'add':
      return { kind, mark, draft: someDraft(random, mark) }
    case 'twin':
      return { kind, mark, pick: random.chance(0.5) ? 0 : pick, draft: someDraft(random, mark) }
    case 'start':
    case 'undo':
    case 'unbuild':
    case 'separate':
      return { kind, mark }
    case 'merge':
    case 'untap':
    case 'recover':
    case 'forget':
    case 'import again':
      return { kind, mark, pick }
    case 'tap':
      // Often both carers tap the newest record, as they do when they are up in the same night.
      return { kind, mark, pick: random.chance(0.6) ? 0 : pick, what: random.pick(TAP_KINDS) }
    case 'rebuild':
      return { kind, mark, drafts: someDay(random, mark) }
    case 'import':
      return { kind, mark, file: someFile(random, mark) }
    case 'export':
      return { kind, mark, format: random.pick(['json', 'csv']) }
    case 'end':
    case 'sleep on':
    case 'delete':
      // Half of these go to the newest record, because that is where most happens in a real diary.
      return { kind, mark, pick: random.chance(0.5) ? 0 : pick }
    case 'edit':
      return { kind, mark, pick: random.chance(0.4) ? 0 : pick, patch: somePatch(random, mark) }
    case 'baby':
      return { kind, mark, patch: someBabyPatch(random, mark) }
    case 'plan':
      return { kind, mark, patch: somePlanPatch(random, mark) }
  }
}

/** Makes a nap that begins at the minute of its number. */
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
    taps: [],
  }
}

/** Makes naps of one day, none of which the server refuses. */
function someDay(random: Random, mark: number): RecordDraft[] {
  const first = random.between(0, 60)
  return Array.from({ length: random.between(2, 6) }, (_, index): RecordDraft => {
    const [start, end] = [first + index * 200, first + index * 200 + random.between(20, 150)]
    const times = { start_time: timeOfMinute(start), end_time: timeOfMinute(end), time: timeOfMinute(mark) }
    return { ...BLANK_RECORD, ...times, date: '2025-08-10', type: 'siesta', duration: end - start }
  })
}

function somePatch(random: Random, mark: number): Partial<RecordDraft> {
  const draft = someDraft(random, mark)
  const fields = ['date', 'end_time', 'duration', 'wake_ups', 'quality', 'disturbances', 'feedings'] as const
  const chosen = fields.filter(() => random.chance(0.3)).map((field) => [field, draft[field]])
  return { ...Object.fromEntries(chosen), time: draft.time }
}

/** Makes a file. No two of its rows begin at the same minute, and all carry the number of its first import. */
function someFile(random: Random, mark: number): DataFile {
  const length = random.chance(0.04) ? LARGE_FILE : random.between(1, 9)
  const first = random.between(0, 12)
  const drafts = Array.from({ length }, (_, index): RecordDraft => {
    const draft = someDraft(random, mark)
    const start_time = timeOfMinute(first + index * 13)
    return { ...draft, type: random.pick(['siesta', 'noche']), start_time, feedings: index % 9 }
  })
  return fileOf(`archivo ${mark}`, random.pick(['json', 'csv']), drafts)
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
