import { useId } from 'react'
import { localDateAt, unmistakableDay } from '../../../core/time/time.ts'
import type { Draft } from '../../forms/drafts.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { formWords } from '../../words/form.es.ts'
import { recordTypes } from '../../words/screens.es.ts'
import styles from './DraftOffers.module.css'

interface DraftOffersProps {
  drafts: readonly Draft[]
  /** Epoch milliseconds. */
  now: number
  onResume: (draft: Draft) => void
  onForget: (draft: Draft) => void
}

/** What was begun under another day, by its name: it waits until the carer says what becomes of it. */
export function DraftOffers({ drafts, now, onResume, onForget }: DraftOffersProps) {
  const zone = useTimeZone()
  const offers = useId()
  return drafts.map((draft) => {
    const { type, date } = draft.form
    // Several offers have the same two buttons: each says of which sleep it is.
    const sentence = `${offers}-${draft.formKey}`
    return (
      <div key={draft.formKey} className={styles.offer}>
        <p id={sentence}>
          {formWords.draft(recordTypes[type], unmistakableDay(date, localDateAt(now, zone)))}
        </p>
        <div className={styles.answers}>
          <TextButton aria-describedby={sentence} onClick={() => onResume(draft)}>
            {formWords.resume}
          </TextButton>
          <TextButton aria-describedby={sentence} onClick={() => onForget(draft)}>
            {formWords.startOver}
          </TextButton>
        </div>
      </div>
    )
  })
}
