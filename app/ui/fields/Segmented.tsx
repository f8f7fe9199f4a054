import { type ReactNode, useId } from 'react'
import styles from './Segmented.module.css'

interface SegmentedOption<Value extends string | number> {
  value: Value
  label: string
  icon?: ReactNode
}

interface SegmentedProps<Value extends string | number> {
  legend: string
  /** For sections whose heading already says it on screen. */
  hideLegend?: boolean
  name?: string
  options: readonly SegmentedOption<Value>[]
  /** null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** Bigger type, for bare numbers. */
  large?: boolean
}

/** One choice of two to four, all in sight. */
export function Segmented<Value extends string | number>({
  legend,
  hideLegend = false,
  name,
  options,
  value,
  onChange,
  large = false,
}: SegmentedProps<Value>) {
  // Panels stay mounted: two groups with one name would share their choice.
  const group = `${name ?? 'choice'}-${useId()}`
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr' : styles.legend}>{legend}</legend>
      <div className={large ? `${styles.segments} ${styles.large}` : styles.segments}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
