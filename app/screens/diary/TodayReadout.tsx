import type { NextSleep } from '../../../core/next-nap.ts'
import type { LocalDate, LocalTime, SleepRecord } from '../../../core/sleep-record.ts'
import { diary, nextNap } from '../../copy.es.ts'
import { IconButton } from '../../ui/Button.tsx'
import { wakeUpEnding } from '../sleep-end.ts'
import readout from './Readout.module.css'
import { RunningReadout } from './RunningReadout.tsx'
import { StaleReadout } from './StaleReadout.tsx'
import { SuggestionReadout } from './SuggestionReadout.tsx'

interface TodayReadoutProps {
  next: NextSleep
  records: readonly SleepRecord[]
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  onEnd: (record: SleepRecord, endTime: LocalTime) => void
  onEdit: (record: SleepRecord) => void
  onDelete: (record: SleepRecord) => void
}

/** What a parent needs to know now: the next sleep, or the one in progress. */
export function TodayReadout(props: TodayReadoutProps) {
  const { next, today, now } = props
  switch (next.kind) {
    case 'none':
      return null
    case 'fix-plan':
      return <p className={`${readout.readout} ${readout.label}`}>{nextNap.fixPlan}</p>
    case 'nap':
    case 'bedtime':
      return <SuggestionReadout next={next} />
    case 'sleeping':
      return (
        <RunningReadout
          record={next.record}
          elapsedMin={next.elapsedMin}
          now={now}
          {...endingOf(next.record, props)}
        />
      )
    case 'stale-open':
      return (
        <StaleReadout
          key={next.record.id}
          record={next.record}
          today={today}
          {...endingOf(next.record, props)}
        />
      )
  }
}

function endingOf(record: SleepRecord, { records, today, now, onEnd, onEdit, onDelete }: TodayReadoutProps) {
  return {
    wokeUpAt: wakeUpEnding(record, records, now),
    onEnd: (endTime: LocalTime) => onEnd(record, endTime),
    // A record of today has its buttons in the list below.
    actions: record.date !== today && (
      <span className={readout.actions}>
        <IconButton icon="pencil" small label={diary.edit} onClick={() => onEdit(record)} />
        <IconButton icon="trash-2" small label={diary.remove} onClick={() => onDelete(record)} />
      </span>
    ),
  }
}
