import { useId } from 'react'
import { ageOn, ageText } from '../../../../core/baby/age.ts'
import {
  type AgeProblem,
  agePartsOn,
  agePartsText,
  type BirthDateProblem,
} from '../../../../core/baby/age-entry.ts'
import type { AgeUnit, BornEntry, BornReading } from '../../../../core/plan/first-days.ts'
import { type LocalDate, longDate } from '../../../../core/time/time.ts'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { OpenDateField } from '../../../ui/fields/OpenDateField.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { firstDays as words } from '../../../words/first-days.es.ts'
import { birth, birthDateProblems } from '../../../words/plan.es.ts'
import styles from './FirstDaysCard.module.css'

interface BornFieldProps {
  entry: BornEntry
  born: BornReading
  today: LocalDate
  /** «Empezar» was pressed: what is missing is said. */
  isAsked: boolean
  onChange: (entry: BornEntry) => void
}

const WAYS = [
  { value: 'age', label: words.by.age },
  { value: 'date', label: words.by.date },
] as const
const UNITS = (['weeks', 'months', 'years'] as const).map((value: AgeUnit) => ({
  value,
  label: words.units[value],
}))

/** When the baby was born, as the family likes to say it, and what is understood under it. */
export function BornField({ entry, born, today, isAsked, onChange }: BornFieldProps) {
  const hintId = useId()
  const isDate = entry.by === 'date'
  // Nothing is said of a field that nobody has come to yet.
  const isSaid = isAsked || (isDate ? entry.date : entry.count) !== ''
  const problem = born.ok || !isSaid ? null : problemText(born.problem, isDate)
  return (
    <div className={styles.born}>
      <Segmented
        legend={words.born}
        name="born"
        options={WAYS}
        value={entry.by}
        onChange={(by) => onChange({ ...entry, by })}
      />
      {isDate ? (
        <OpenDateField
          label={birth.date}
          max={today}
          value={entry.date}
          error={problem}
          onChange={(date) => onChange({ ...entry, date })}
        />
      ) : (
        <div className={styles.age}>
          <NumberField
            label={words.count}
            value={entry.count}
            invalid={problem !== null}
            describedBy={hintId}
            onChange={(count) => onChange({ ...entry, count })}
          />
          <Segmented
            legend={words.unit}
            hideLegend
            name="unit"
            options={UNITS}
            value={entry.unit}
            onChange={(unit) => onChange({ ...entry, unit })}
          />
        </div>
      )}
      <p id={hintId} className={problem === null ? styles.hint : styles.wrong} role="status">
        {born.ok && understood(born.birthDate, isDate, today)}
        {problem !== null && !isDate && (
          <>
            <Icon name="circle-alert" small />
            {problem}
          </>
        )}
      </p>
    </div>
  )
}

/** The other way of saying it: a number that can be checked at a glance. */
function understood(birthDate: LocalDate, isDate: boolean, today: LocalDate): string {
  const parts = agePartsOn(birthDate, today)
  const isUnderAWeek = parts.years + parts.months + parts.weeks === 0
  const age = isUnderAWeek ? ageText(ageOn(birthDate, today)) : agePartsText(parts)
  return isDate ? words.age(age) : words.about(age, longDate(birthDate))
}

function problemText(problem: AgeProblem | BirthDateProblem, isDate: boolean): string {
  return problem === 'missing' && isDate ? birthDateProblems.missing : words.problems[problem]
}
