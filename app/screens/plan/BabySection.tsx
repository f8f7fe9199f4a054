import type { ComponentProps } from 'react'
import { MAX_BABY_NAME_LENGTH } from '../../../core/baby/age.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { planScreen } from '../../words/screens.es.ts'
import styles from './BabySection.module.css'
import { BirthFields } from './BirthFields.tsx'

type BabySectionProps = {
  name: string
  onName: (typed: string) => void
} & ComponentProps<typeof BirthFields>

export function BabySection({ name, onName, ...birth }: BabySectionProps) {
  return (
    <Section title={planScreen.babyData} first>
      <div className={styles.fields}>
        <TextField
          label={planScreen.name}
          value={name}
          autoComplete="off"
          maxLength={MAX_BABY_NAME_LENGTH}
          onChange={(event) => onName(event.target.value)}
        />
        <BirthFields {...birth} />
      </div>
    </Section>
  )
}
