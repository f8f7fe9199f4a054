import { useId } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { TAP_KINDS, TAP_LIMITS, type TapKind } from '../../../core/records/taps.ts'
import { tapsOf } from '../../../core/records/taps-in-order.ts'
import { localTimeAt } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { taps as words } from '../../words/night.es.ts'
import { logTap } from './log-tap.ts'
import styles from './TapTargets.module.css'

/** On the head of a night: one tap for a waking, a feeding or a diaper change, large enough for a thumb in the dark. */
export function TapTargets({ record }: { record: SleepRecord }) {
  return (
    <fieldset className={styles.taps}>
      <legend className="sr">{words.label}</legend>
      {TAP_KINDS.map((kind) => (
        <TapTarget key={kind} record={record} kind={kind} />
      ))}
    </fieldset>
  )
}

function TapTarget({ record, kind }: { record: SleepRecord; kind: TapKind }) {
  const zone = useTimeZone()
  const soFarId = useId()
  const isFull = record[kind] >= TAP_LIMITS[kind]
  return (
    <button
      type="button"
      aria-describedby={soFarId}
      aria-disabled={isFull || undefined}
      aria-label={words.one(words.names[kind])}
      onClick={() => void logTap(record, kind, localTimeAt(clock.now(), zone))}
    >
      <b>+1</b>
      <span>{words.names[kind]}</span>
      <small id={soFarId} className="num">
        {isFull ? words.full(record[kind]) : words.soFar(record[kind], tapsOf(record, kind).at(-1)?.time)}
      </small>
    </button>
  )
}
