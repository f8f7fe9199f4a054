import { useId, useState } from 'react'
import { areNightsRed, setNightsRed } from '../../device/theme.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { redNights } from '../../words/night.es.ts'
import styles from './RedNights.module.css'

/** Below a night that runs, for whoever finds even the dark theme too bright. */
export function RedNights() {
  const [isOn, setOn] = useState(areNightsRed)
  const textId = useId()
  return (
    <section className={styles.red} aria-label={redNights.title}>
      <div>
        <h2>{redNights.title}</h2>
        <p id={textId} className="hint">
          {redNights.text}
        </p>
      </div>
      <Switch
        label={redNights.title}
        aria-describedby={textId}
        checked={isOn}
        onChange={(event) => {
          setNightsRed(event.target.checked)
          setOn(event.target.checked)
        }}
      />
    </section>
  )
}
