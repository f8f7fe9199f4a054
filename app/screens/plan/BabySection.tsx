import { MAX_AGE_MONTHS, MAX_AGE_YEARS, MAX_BABY_NAME_LENGTH } from '../../../core/age.ts'
import { parseCount } from '../../../core/sleep-record.ts'
import { planScreen } from '../../copy.es.ts'
import { Section } from '../../ui/Section.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './BabySection.module.css'

interface BabySectionProps {
  name: string
  /** As typed. */
  years: string
  months: string
  onChange: (change: { name?: string; years?: string; months?: string }) => void
}

export function BabySection({ name, years, months, onChange }: BabySectionProps) {
  return (
    <Section title={planScreen.babyData} first>
      <div className={styles.frame}>
        <div className={styles.fields}>
          <TextField
            label={planScreen.name}
            value={name}
            autoComplete="off"
            maxLength={MAX_BABY_NAME_LENGTH}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <AgeField
            label={planScreen.years}
            value={years}
            max={MAX_AGE_YEARS}
            onChange={(typed) => onChange({ years: typed })}
          />
          <AgeField
            label={planScreen.months}
            value={months}
            max={MAX_AGE_MONTHS}
            onChange={(typed) => onChange({ months: typed })}
          />
        </div>
      </div>
    </Section>
  )
}

interface AgeFieldProps {
  label: string
  value: string
  max: number
  onChange: (text: string) => void
}

/** May be empty while it is retyped; left, it shows what it counts as. */
function AgeField({ label, value, max, onChange }: AgeFieldProps) {
  function settle() {
    const counted = String(parseCount(value, max))
    if (counted !== value) onChange(counted)
  }
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={settle}
    />
  )
}
