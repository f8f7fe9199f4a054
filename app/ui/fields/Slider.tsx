import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
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
  /** `onChange` only hears where the slider comes to rest, not of each step on the way. */
  atRest?: boolean
  /** How the value reads, e.g. '1h 30m'; the bare number by default. */
  valueText?: string
}

export function Slider(props: SliderProps) {
  const { label, hideLabel = false, valueText, onChange, atRest = false, ...range } = props
  const slider = useRef<HTMLInputElement>(null)
  /** Where the thumb was taken hold of, and where it is while it is dragged; null: at rest. */
  const [drag, setDrag] = useState<{ from: number; at: number } | null>(null)
  const value = drag?.at ?? range.value
  const filled = ((value - range.min) / (range.max - range.min)) * 100

  // The browser's own `change`, at the end of a drag and with each key; React calls both events by its name.
  const settle = useEffectEvent((settled: number) => {
    setDrag(null)
    if (atRest) onChange(settled)
  })
  /** No `change` comes of a thumb that went back to where it was taken hold of. */
  const letGo = () => setDrag((current) => (current?.at === current?.from ? null : current))
  useEffect(() => {
    const element = slider.current
    const onSettled = () => element && settle(element.valueAsNumber)
    element?.addEventListener('change', onSettled)
    return () => element?.removeEventListener('change', onSettled)
  }, [])

  const input = (
    <input
      ref={slider}
      type="range"
      className={styles.range}
      aria-label={label}
      aria-valuetext={valueText}
      // A custom property is not in the type of style.
      style={{ '--p': `${filled}%` } as CSSProperties}
      {...range}
      value={value}
      onChange={({ target: { valueAsNumber: at } }) =>
        atRest ? setDrag((current) => ({ from: current?.from ?? range.value, at })) : onChange(at)
      }
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onBlur={letGo}
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
