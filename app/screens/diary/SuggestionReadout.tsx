import { type ReactNode, useId, useState } from 'react'
import type { UsualSleep } from '../../../core/habit/usual-sleep.ts'
import type { NextSleep } from '../../../core/plan/next-nap.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { localTimeAt, MINUTE_MS, type TimeZone } from '../../../core/time/time.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { habit } from '../../words/habit.es.ts'
import { awake } from '../../words/night.es.ts'
import { wakeWindowEvidence, wakeWindowExplained } from '../../words/plan.es.ts'
import { nextNap } from '../../words/screens.es.ts'
import styles from './Readout.module.css'

type Suggestion = Extract<NextSleep, { kind: 'nap' | 'bedtime' }>

interface SuggestionReadoutProps {
  next: Suggestion
  usual: UsualSleep | null
  /** Null: it has none yet. */
  babyName: string | null
  /** Epoch milliseconds. */
  now: number
}

/**
 * When the next sleep is due, how far that is, when it usually is, how long the baby is awake, and on request why.
 */
export function SuggestionReadout({ next, usual, babyName, now }: SuggestionReadoutProps) {
  const zone = useTimeZone()
  const distance = <span className={`${styles.distance} num`}>{distanceText(next)}</span>
  return (
    <div className={styles.readout} data-of-now>
      <p className={styles.label}>
        <span>{next.kind === 'nap' ? nextNap.nap(next.napNumber) : nextNap.bedtime}</span>
        {next.kind === 'nap' && distance}
      </p>
      <div className={styles.when}>
        <output className={styles.big}>
          <time>{localTimeAt(next.startAt, zone)}</time>
          {next.kind === 'nap' && (
            <>
              {' '}
              <i>–</i> <time>{localTimeAt(next.endAt, zone)}</time>
            </>
          )}
        </output>
        {/* A long label has no room beside it, the one time does. */}
        {next.kind === 'bedtime' && distance}
      </div>
      {usual && <p className={`${styles.usual} hint num`}>{usualText(usual, babyName, now, zone)}</p>}
      <Why text={nextNap.reason(localTimeAt(next.base.at, zone), next.window)}>
        <span className="hint num">
          {awake(formatDuration(Math.floor((now - next.base.at) / MINUTE_MS)))}
        </span>
      </Why>
    </div>
  )
}

function usualText(usual: UsualSleep, babyName: string | null, now: number, zone: TimeZone): string {
  // The line stays when its time is over, so that nothing moves.
  if (usual.kind === 'over') return habit.over(babyName, usual.days)
  const { from, to, days } = usual
  return habit.usual(babyName, from <= now ? null : localTimeAt(from, zone), localTimeAt(to, zone), days)
}

function distanceText({ inMin, overdueMin }: Suggestion): string {
  if (inMin > 0) return nextNap.inTime(formatDuration(inMin))
  return overdueMin > 0 ? nextNap.overdue(formatDuration(overdueMin)) : nextNap.due
}

function Why({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={styles.under}>
        <button
          type="button"
          className={styles.whyButton}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {nextNap.why}
          <Icon name="chevron-up" small />
        </button>
        {children}
      </div>
      <p id={id} className={`${styles.why} hint num`} hidden={!open}>
        {text}
        <br />
        {wakeWindowExplained}
        <br />
        {wakeWindowEvidence}
      </p>
    </>
  )
}
