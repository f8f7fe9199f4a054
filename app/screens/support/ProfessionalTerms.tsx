import type { ReactNode } from 'react'
import { useBabyData } from '../../local/use-baby-data.ts'
import { professionalSees as words } from '../../words/carers/support.es.ts'
import styles from './Support.module.css'

/** What a professional would see and what never; with further terms, each a `Term`. */
export function ProfessionalTerms({ children }: { children?: ReactNode }) {
  const { baby } = useBabyData()
  return (
    <dl className={styles.terms}>
      <Term name={words.sees}>{words.seesText(baby?.name ?? null)}</Term>
      <Term name={words.never}>{words.neverText}</Term>
      {children}
    </dl>
  )
}

export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
