import { useEffect, useId } from 'react'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { CopyButton } from '../../ui/overlays/CopyButton.tsx'
import { copying } from '../../words/console/copy.es.ts'
import { unsent as words } from '../../words/console/family.es.ts'
import { dropUnsentTexts, useUnsentTexts } from '../support/use-unsent-texts.ts'
import type { WhyClosed } from './look/looked-family.ts'
import styles from './UnsentTexts.module.css'

interface UnsentTextsProps {
  /** Why the family isn't open any more. */
  why: WhyClosed
  accountId: string
  familyId: string
}

/**
 * What was written for a family that isn't open any more, to be taken elsewhere. When the family has closed it is gone
 * with the page. Who isn't taken for staff may only lack the second factor, and finds it again.
 */
export function UnsentTexts({ why, accountId, familyId }: UnsentTextsProps) {
  const titleId = useId()
  const all = useUnsentTexts(familyId, accountId)
  useEffect(
    () => () => {
      // At its own address the page is only drawn anew.
      if (why !== 'no-staff' && !location.hash.includes(familyId)) dropUnsentTexts(familyId, accountId)
    },
    [why, familyId, accountId],
  )
  if (all.length === 0) return null
  return (
    <section className={styles.unsent} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      <p>{words.text[why]}</p>
      <ul>
        {all.map(({ id, kind, text }) => (
          <li key={id}>
            <LongTextField label={words.kind[kind]} value={text} readOnly />
            <CopyButton text={text} words={copying} label={words.copy[kind]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
