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
  /** `onChange` hears what was typed once the field is left, or Enter pressed, and not each digit on the way. */
  atRest?: boolean
  /** Is told when digits are typed that `onChange` hasn't heard of yet, and when there are none any more. */
  onTyping?: (isTyping: boolean) => void
}

/** A count: − and + for the thumb, digits for the keyboard. */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, min = 0, max = MAX_COUNT, atRest = false, onTyping } = props
  const id = useId()
  /** What stands in the field while a count is being typed; null: at rest. */
  const [typed, setTyped] = useState<string | null>(null)
  /** The value that a larger one gave way to; said until there is another. */
  const [cappedAt, setCappedAt] = useState<number | null>(null)
  const count = typed === null ? value : Math.max(min, parseCount(typed, max))

  function take(text: string) {
    setCappedAt(parseCount(text, Number.MAX_SAFE_INTEGER) > max ? max : null)
    onChange(Math.max(min, parseCount(text, max)))
  }

  function type(text: string | null) {
    setTyped(text)
    onTyping?.(text !== null)
  }

  function settle() {
    if (typed === null) return
    type(null)
    take(typed)
  }

  function step(by: number) {
    type(null)
    onChange(Math.min(max, Math.max(min, count + by)))
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') settle()
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
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
          disabled={count <= min}
          onClick={() => step(-1)}
        >
          <Icon name="minus" small />
        </button>
        <input
          id={id}
          className="num"
          inputMode="numeric"
          role="spinbutton"
          aria-valuenow={count}
          aria-valuemin={min}
          aria-valuemax={max}
          value={typed ?? value}
          onChange={({ target }) => (atRest ? type : take)(target.value)}
          onBlur={settle}
          onKeyDown={press}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          aria-label={sleepForm.more(label)}
          disabled={count >= max}
          onClick={() => step(1)}
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
