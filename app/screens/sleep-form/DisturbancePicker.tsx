import { DISTURBANCES, type Disturbance } from '../../../core/records/sleep-record.ts'
import { DisturbanceIcon } from '../../ui/records/DisturbanceIcon.tsx'
import { disturbances, sleepForm } from '../../words/screens.es.ts'
import styles from './DisturbancePicker.module.css'

interface DisturbancePickerProps {
  chosen: readonly Disturbance[]
  onToggle: (which: Disturbance, present: boolean) => void
}

export function DisturbancePicker({ chosen, onToggle }: DisturbancePickerProps) {
  return (
    <fieldset className={styles.tags}>
      <legend className="sr">{sleepForm.disturbances}</legend>
      {DISTURBANCES.map((which) => (
        <label key={which}>
          <input
            type="checkbox"
            checked={chosen.includes(which)}
            onChange={(event) => onToggle(which, event.target.checked)}
          />
          <DisturbanceIcon disturbance={which} />
          {disturbances[which]}
        </label>
      ))}
    </fieldset>
  )
}
