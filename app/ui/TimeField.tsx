import { useId } from 'react'
import { common } from '../copy.es.ts'
import { Icon } from './Icon.tsx'
import styles from './TimeField.module.css'

interface TimeFieldProps {
  label: string
  /** For places where a question above already says it. */
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
  size?: 'normal' | 'large'
}

/** A time of day with «Ahora» and ✓ in one frame. The phone's own picker does the rest. */
export function TimeField(props: TimeFieldProps) {
  const { label, value, onChange, onNow, onConfirm, confirmed = false } = props
  const id = useId()
  const labelId = `${id}-label`
  const frame = [styles.frame, confirmed && styles.confirmed, props.size === 'large' && styles.large]
  return (
    <div>
      <label id={labelId} htmlFor={id} className={props.hideLabel ? 'sr' : styles.label}>
        {label}
      </label>
      <div className={frame.filter(Boolean).join(' ')}>
        <input
          id={id}
          type="time"
          required
          value={value}
          readOnly={props.readOnly}
          onChange={(event) => onChange(event.target.value)}
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
