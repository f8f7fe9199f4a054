import type { UsualSleep } from '../../../core/habit/usual-sleep.ts'
import { offeredEnds, wakeUpEnding } from '../../../core/night/sleep-end.ts'
import type { NextSleep } from '../../../core/plan/next-nap.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { diary, nextNap } from '../../words/screens.es.ts'
import type { SleepEnd } from '../end-sleep/use-sleep-end.ts'
import readout from './Readout.module.css'
import { RunningReadout } from './RunningReadout.tsx'
import { EndUnknown, StaleReadout } from './StaleReadout.tsx'
import { SuggestionReadout } from './SuggestionReadout.tsx'

interface TodayReadoutProps {
  next: NextSleep
  /** The same sleep as the baby's own days have it. */
  usual: UsualSleep | null
  babyName: string | null
  /** The whole log: a sleep that was forgotten, and the wake-up after it, may be of many days ago. */
  records: readonly SleepRecord[]
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  /** Null: who looks may end nothing. */
  ending: SleepEnd | null
  onEdit: (record: SleepRecord) => void
  onDelete: (record: SleepRecord) => void
}

/** What a parent needs to know now: the next sleep, or the one in progress. */
export function TodayReadout(props: TodayReadoutProps) {
  const zone = useTimeZone()
  const { next, today, now } = props
  switch (next.kind) {
    case 'none':
      return null
    case 'fix-plan':
      return <p className={`${readout.readout} ${readout.label}`}>{nextNap.fixPlan}</p>
    case 'nap':
    case 'bedtime':
      return <SuggestionReadout next={next} usual={props.usual} babyName={props.babyName} now={now} />
    case 'sleeping':
      return (
        <RunningReadout
          record={next.record}
          elapsedMin={next.elapsedMin}
          now={now}
          ends={offeredEnds(next.record, props.records, now, zone)}
          ending={props.ending}
          actions={actionsOf(next.record, props)}
        />
      )
    case 'stale-open':
      if (props.ending === null) return <EndUnknown record={next.record} today={today} />
      return (
        <StaleReadout
          key={next.record.id}
          record={next.record}
          today={today}
          wokeUpAt={wakeUpEnding(next.record, props.records, now, zone)}
          ending={props.ending}
          actions={actionsOf(next.record, props)}
        />
      )
  }
}

/** A record of today has its buttons in the list below. */
function actionsOf(record: SleepRecord, { today, ending, onEdit, onDelete }: TodayReadoutProps) {
  return (
    ending !== null &&
    record.date !== today && (
      <span className={readout.actions}>
        <IconButton icon="pencil" small label={diary.edit} onClick={() => onEdit(record)} />
        <IconButton icon="trash-2" small label={diary.remove} onClick={() => onDelete(record)} />
      </span>
    )
  )
}
