import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { common } from '../../words/entrance.es.ts'
import { formWords } from '../../words/form.es.ts'
import { TextButton } from '../buttons/TextButton.tsx'
import { Icon } from '../icons/Icon.tsx'
import styles from './TimeField.module.css'

interface TimeFieldProps {
  label: string
  /** Leaves the label to screen readers, where a question above the field says the same. */
  hideLabel?: boolean
  /** 'HH:mm', or '' while no whole time is entered. */
  value: string
  onChange: (value: string) => void
  onNow?: () => void
  /** With onConfirm the field gets its ✓: pressed means confirmed. */
  onConfirm?: () => void
  confirmLabel?: string
  confirmed?: boolean
  confirmDisabled?: boolean
  readOnly?: boolean
  /** With it a confirmed time can be opened for a change, by name or by a tap on it. */
  onUnlock?: () => void
  size?: 'normal' | 'large'
}

/** A time of day with «Ahora» and ✓ in one frame. The phone's own picker does the rest. */
export function TimeField(props: TimeFieldProps) {
  const { label, value, onChange, onNow, onConfirm, confirmed = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const labelId = `${id}-label`
  const canUnlock = confirmed && props.onUnlock !== undefined
  function unlock() {
    // The field has to be drawn as open before it is focused: Firefox gives a read-only time no focus.
    flushSync(() => props.onUnlock?.())
    input.current?.focus()
  }
  const frame = [styles.frame, confirmed && styles.confirmed, props.size === 'large' && styles.large]
  return (
    <div>
      <div className={props.hideLabel ? undefined : styles.head}>
        <label id={labelId} htmlFor={id} className={props.hideLabel ? 'sr' : undefined}>
          {label}
        </label>
        {canUnlock && (
          <TextButton className={styles.change} aria-describedby={labelId} onClick={unlock}>
            {formWords.change}
          </TextButton>
        )}
      </div>
      <div className={frame.filter(Boolean).join(' ')}>
        <input
          ref={input}
          id={id}
          type="time"
          required
          value={value}
          readOnly={props.readOnly}
          onChange={(event) => onChange(event.target.value)}
          onClick={props.readOnly && canUnlock ? unlock : undefined}
        />
        {onNow && (
          <button type="button" onClick={onNow} aria-describedby={labelId}>
            <Icon name="clock" small />
            {common.now}
          </button>
        )}
        {onConfirm && (
          <button
            type="button"
            className={styles.check}
            aria-label={props.confirmLabel}
            aria-pressed={confirmed}
            disabled={props.confirmDisabled}
            onClick={onConfirm}
          >
            <Icon name="check" />
          </button>
        )}
      </div>
    </div>
  )
}
