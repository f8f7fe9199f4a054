import { type KeyboardEvent, useId, useState } from 'react'
import { MAX_COUNT } from '../../../core/records/count-limits.ts'
import { parseCount } from '../../../core/records/sleep-record.ts'
import { formWords } from '../../words/form.es.ts'
import { sleepForm } from '../../words/screens.es.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './Stepper.module.css'

interface StepperProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
}

/** A count: − and + for the thumb, digits for the keyboard. */
export function Stepper({ label, value, onChange, min = 0, max = MAX_COUNT }: StepperProps) {
  const id = useId()
  /** The value that a larger one gave way to; said until there is another. */
  const [cappedAt, setCappedAt] = useState<number | null>(null)

  function type(text: string) {
    const typed = parseCount(text, Number.MAX_SAFE_INTEGER)
    setCappedAt(typed > max ? max : null)
    onChange(Math.max(min, parseCount(text, max)))
  }

  function stepWithArrows(event: KeyboardEvent) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(Math.min(max, Math.max(min, value + step)))
  }

  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.stepper}>
        <button
          type="button"
          aria-label={sleepForm.fewer(label)}
          disabled={value <= min}
          onClick={() => onChange(value - 1)}
        >
          <Icon name="minus" small />
        </button>
        <input
          id={id}
          className="num"
          inputMode="numeric"
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          value={value}
          onChange={(event) => type(event.target.value)}
          onKeyDown={stepWithArrows}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          aria-label={sleepForm.more(label)}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        >
          <Icon name="plus" small />
        </button>
      </div>
      <p className={styles.hint} role="status">
        {value === cappedAt && formWords.atMost(max)}
      </p>
    </div>
  )
}
