import { useEffect, useId } from 'react'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { unsaved as words } from '../../words/console/family.es.ts'
import { CopyButton } from '../accounts/CopyButton.tsx'
import { dropUnsaved, useUnsaved } from '../support/unsaved.ts'
import styles from './UnsavedTexts.module.css'

/** What was written for a family that isn't open any more, to be taken elsewhere. It is gone with the page. */
export function UnsavedTexts({ accountId, familyId }: { accountId: string; familyId: string }) {
  const titleId = useId()
  const all = useUnsaved(familyId, accountId)
  useEffect(
    () => () => {
      // At its own address the page is only drawn anew.
      if (!location.hash.includes(familyId)) dropUnsaved(familyId, accountId)
    },
    [familyId, accountId],
  )
  if (all.length === 0) return null
  return (
    <section className={styles.unsaved} aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      <p>{words.text}</p>
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
