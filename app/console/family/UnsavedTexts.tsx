import { useEffect, useId } from 'react'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { unsaved as words } from '../../words/console/family.es.ts'
import { CopyButton } from '../accounts/CopyButton.tsx'
import { dropUnsaved, useUnsaved } from '../support/unsaved.ts'
import type { WhyClosed } from './look/looked-family.ts'
import styles from './UnsavedTexts.module.css'

interface UnsavedTextsProps {
  /** Why the family isn't open any more. */
  why: WhyClosed
  accountId: string
  familyId: string
}

/**
 * What was written for a family that isn't open any more, to be taken elsewhere. When the family has closed it is gone
 * with the page. Who isn't taken for staff may only lack the second factor, and finds it again.
 */
export function UnsavedTexts({ why, accountId, familyId }: UnsavedTextsProps) {
  const titleId = useId()
  const all = useUnsaved(familyId, accountId)
  useEffect(
    () => () => {
      // At its own address the page is only drawn anew.
      if (why !== 'no-staff' && !location.hash.includes(familyId)) dropUnsaved(familyId, accountId)
    },
    [why, familyId, accountId],
  )
  if (all.length === 0) return null
  return (
    <section className={styles.unsaved} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      <p>{words.text[why]}</p>
      <ul>
        {all.map(({ id, kind, text }) => (
          <li key={id}>
            <LongTextField label={words.kind[kind]} value={text} readOnly />
            <CopyButton text={text} label={words.copy[kind]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
