import { useEffect, useRef } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { smallHours as words } from '../../words/night.es.ts'
import styles from './DayOrNight.module.css'
import type { WakeUp } from './use-wake-up.ts'

/** What a wake-up before 05:00 asks first. It stands where «Guardar» was: a double tap saves nothing. */
export function DayOrNight({ dayBegins, nightGoesOn }: Pick<WakeUp, 'dayBegins' | 'nightGoesOn'>) {
  const question = useRef<HTMLElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    question.current?.focus({ preventScroll: true })
    question.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={question} className={styles.question} aria-label={words.question} tabIndex={-1}>
      <p role="status">{words.question}</p>
      <Button variant="strong" onClick={nightGoesOn}>
        {words.nightGoesOn}
      </Button>
      <Button variant="quiet" onClick={dayBegins}>
        {words.dayBegins}
      </Button>
    </section>
  )
}
