import type { CSSProperties } from 'react'
import styles from './Slider.module.css'

interface SliderProps {
  label: string
  /** The name stays for screen readers; the screen draws its own heading and value. */
  hideLabel?: boolean
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
  /** How the value reads, e.g. '1h 30m'; the bare number by default. */
  valueText?: string
}

export function Slider({ label, hideLabel = false, valueText, value, onChange, ...range }: SliderProps) {
  const filled = ((value - range.min) / (range.max - range.min)) * 100
  const input = (
    <input
      type="range"
      className={styles.range}
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      // A custom property is not in the type of style.
      style={{ '--p': `${filled}%` } as CSSProperties}
      {...range}
    />
  )
  if (hideLabel) return input
  return (
    <div>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.label}>{label}</span>
        <span className={`${styles.value} num`}>{valueText ?? value}</span>
      </div>
      {input}
    </div>
  )
}
