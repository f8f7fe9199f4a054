import type { RecordDraft } from '../../app/changes/changes.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { findTwins } from '../../core/records/twins.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { Command, View } from './commands.ts'
import { type Intent, startOf, timeOfMinute } from './intents.ts'
import type { Memory } from './memory.ts'
import type { PhoneNumber } from './program.ts'

/** An export is left out, because it changes nothing. */
type ActIntent = Exclude<Intent, { kind: 'export' }>

/** Makes the command for what this tab shows now. Returns null when there is nothing to do it to. */
export function commandFor(
  intent: ActIntent,
  phone: PhoneNumber,
  view: View,
  memory: Memory,
): Command | null {
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
    case 'sleep on': {
      const ended = view.records.filter(({ type, end_time }) => type !== 'despertar' && end_time !== null)
      const record = pickFrom(ended, intent.pick)
      const patch = { end_time: null, duration: null, time: timeOfMinute(intent.mark) }
      return record && { do: 'edit', id: record.id, patch }
    }
    case 'tap': {
      const record = pickFrom(view.records, intent.pick)
      return record && { do: 'tap', id: record.id, kind: intent.what, time: timeOfMinute(intent.mark) }
    }
    case 'untap': {
      const taps = view.records.flatMap(({ id, taps: of }) => of.map((tap) => ({ id, tap })))
      const one = pickFrom(taps, intent.pick)
      return one && { do: 'untap', ...one }
    }
    case 'rebuild':
      return { do: 'rebuild', drafts: intent.drafts }
    case 'unbuild': {
      const { lastBuilt } = memory
      return lastBuilt === undefined ? null : { do: 'unbuild', ids: lastBuilt }
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
    case 'undo': {
      const { lastDeleted } = memory
      return lastDeleted === undefined ? null : { do: 'undo', record: marked(lastDeleted, intent.mark) }
    }
    case 'separate': {
      const twins = memory.lastMerged(phone)
      return twins === undefined
        ? null
        : { do: 'separate', keep: twins.keep, drop: marked(twins.drop, intent.mark) }
    }
    case 'recover':
    case 'forget': {
      const record = pickFrom(view.lost, intent.pick)
      return record && { do: intent.kind, record: marked(record, intent.mark) }
    }
    case 'import':
      return { do: 'import', file: intent.file }
    case 'import again': {
      const file = pickFrom(memory.files, intent.pick)
      return file && { do: 'import', file }
    }
    case 'merge': {
      const pairs = findTwins(view.records, MADRID)
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

function marked(record: SleepRecord, mark: number): SleepRecord {
  return { ...record, time: timeOfMinute(mark) }
}

function pickFrom<Thing>(things: readonly Thing[], pick: number): Thing | null {
  return things[pick % Math.max(1, things.length)] ?? null
}
