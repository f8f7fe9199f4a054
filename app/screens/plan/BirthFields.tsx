import { useId } from 'react'
import { MAX_AGE_MONTHS, MAX_AGE_YEARS } from '../../../core/baby/age.ts'
import { type AgeTexts, type BirthProblems, NO_BIRTH_PROBLEMS } from '../../../core/baby/age-entry.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { OpenDateField } from '../../ui/fields/OpenDateField.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { ageProblems, birthDateProblems, birth as words } from '../../words/plan.es.ts'
import { planScreen } from '../../words/screens.es.ts'
import styles from './BirthFields.module.css'

interface BirthFieldsProps {
  /** As typed, or as the age says it; '' while it isn't known. */
  birthDate: string
  age: AgeTexts
  today: LocalDate
  problems: BirthProblems | null
  /** How the age reads since it was not as typed. */
  reads: string | null
  onBirthDate: (typed: string) => void
  onAge: (change: Partial<AgeTexts>) => void
  onAgeLeft: () => void
}

const FIELDS = [
  { part: 'years', label: planScreen.years, max: MAX_AGE_YEARS },
  { part: 'months', label: planScreen.months, max: MAX_AGE_MONTHS },
  { part: 'weeks', label: words.weeks, max: undefined },
] as const

/** When the baby was born, as a date or as an age: each says the other. */
export function BirthFields({ birthDate, age, today, problems, reads, ...on }: BirthFieldsProps) {
  const hintId = useId()
  const found = problems ?? NO_BIRTH_PROBLEMS
  const wrong = FIELDS.flatMap(({ part, label }) =>
    found[part] === null ? [] : words.problem(label, ageProblems[found[part]]),
  )
  const unknown = birthDate === '' ? words.unknown : null
  return (
    <>
      <OpenDateField
        label={words.date}
        max={today}
        value={birthDate}
        error={found.birthDate && birthDateProblems[found.birthDate]}
        onChange={on.onBirthDate}
      />
      <fieldset className={styles.age}>
        <legend>{words.or}</legend>
        <div className={styles.fields}>
          {FIELDS.map(({ part, label, max }) => (
            <NumberField
              key={part}
              label={label}
              max={max}
              value={age[part]}
              invalid={found[part] !== null}
              describedBy={hintId}
              onChange={(typed) => on.onAge({ [part]: typed })}
              onLeave={on.onAgeLeft}
            />
          ))}
        </div>
        <p id={hintId} className={wrong.length > 0 ? styles.wrong : styles.hint} role="status">
          {wrong.length > 0 && <Icon name="circle-alert" small />}
          {wrong[0] ?? (reads === null ? unknown : words.reads(reads))}
        </p>
      </fieldset>
    </>
  )
}
