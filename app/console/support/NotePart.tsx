import { useRef } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { keepingFocus } from '../../ui/layout/focus.ts'
import { note as words } from '../../words/console/support.es.ts'
import { MOST_NOTE_LETTERS } from './limits.ts'
import styles from './Support.module.css'
import { noteKeeperOf, useNote } from './use-note.ts'

/** What the consultant writes down for herself. It is saved by itself. */
export function NotePart({ familyId, accountId }: { familyId: string; accountId: string }) {
  const keeper = noteKeeperOf(familyId, accountId)
  const state = useNote(keeper)
  const { text, phase } = state
  const field = useRef<HTMLTextAreaElement>(null)
  const isUnsaved = phase !== 'saved' && phase !== 'waiting' && phase !== 'saving'

  function decide(chosen: string) {
    keepingFocus(
      () => keeper.decide(chosen),
      () => field.current,
    )
  }

  return (
    <section className={styles.block}>
      <h2>{words.title}</h2>
      <p className="hint">{words.private}</p>
      <div className={styles.note}>
        <LongTextField
          ref={field}
          label={words.label}
          rows={8}
          maxLength={MOST_NOTE_LETTERS}
          value={text}
          onChange={(event) => keeper.edit(event.target.value)}
          onBlur={() => keeper.flush()}
        />
      </div>
      {/* Only what can't be saved is said aloud, and not each pause. */}
      {!isUnsaved && (
        <p className={styles.phase}>{(text !== '' || phase !== 'saved') && words.phase[phase]}</p>
      )}
      <p className={styles.unsaved} role="status">
        {isUnsaved && words.phase[phase]}
      </p>
      {phase === 'overtaken' && <OtherText mine={text} other={state.other} onDecide={decide} />}
    </section>
  )
}

interface OtherTextProps {
  mine: string
  other: string
  onDecide: (text: string) => void
}

/** What another window has written meanwhile, and which of the two stays, or both. */
function OtherText({ mine, other, onDecide }: OtherTextProps) {
  const both = `${other}\n\n${mine}`
  return (
    <div className={styles.fields}>
      <LongTextField label={words.other} value={other} readOnly />
      <div className={styles.actions}>
        {both.length <= MOST_NOTE_LETTERS && (
          <Button variant="quiet" onClick={() => onDecide(both)}>
            {words.keepBoth}
          </Button>
        )}
        <Button variant="quiet" onClick={() => onDecide(mine)}>
          {words.keepMine}
        </Button>
        <Button variant="quiet" onClick={() => onDecide(other)}>
          {words.keepOther}
        </Button>
      </div>
    </div>
  )
}
