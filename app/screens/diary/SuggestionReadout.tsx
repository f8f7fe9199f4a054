import { useId, useState } from 'react'
import { formatDuration } from '../../../core/durations.ts'
import type { NextSleep } from '../../../core/next-nap.ts'
import { localTimeAt } from '../../../core/time.ts'
import { nextNap } from '../../copy.es.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Readout.module.css'

type Suggestion = Extract<NextSleep, { kind: 'nap' | 'bedtime' }>

/** When the next sleep is due, how far that is, and on request why. */
export function SuggestionReadout({ next }: { next: Suggestion }) {
  const distance = <span className={`${styles.distance} num`}>{distanceText(next)}</span>
  return (
    <div className={styles.readout}>
      <p className={styles.label}>
        <span>{next.kind === 'nap' ? nextNap.nap(next.napNumber) : nextNap.bedtime}</span>
        {next.kind === 'nap' && distance}
      </p>
      <div className={styles.when}>
        <output className={styles.big}>
          <time>{localTimeAt(next.startAt)}</time>
          {next.kind === 'nap' && (
            <>
              {' '}
              <i>–</i> <time>{localTimeAt(next.endAt)}</time>
            </>
          )}
        </output>
        {/* A long label has no room beside it, the one time does. */}
        {next.kind === 'bedtime' && distance}
      </div>
      <Why text={nextNap.reason(localTimeAt(next.base.at), next.window)} />
    </div>
  )
}

function distanceText({ inMin, overdueMin }: Suggestion): string {
  if (inMin > 0) return nextNap.inTime(formatDuration(inMin))
  return overdueMin > 0 ? nextNap.overdue(formatDuration(overdueMin)) : nextNap.due
}

function Why({ text }: { text: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
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
      <p id={id} className={`${styles.why} num`} hidden={!open}>
        {text}
      </p>
    </>
  )
}
