import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { note as words } from '../../words/console/support.es.ts'
import { MOST_NOTE_LETTERS } from './limits.ts'
import styles from './Support.module.css'
import { noteKeeperOf, useNote } from './use-note.ts'

/** What the consultant writes down for herself. It is saved by itself. */
export function NotePart({ familyId, accountId }: { familyId: string; accountId: string }) {
  const keeper = noteKeeperOf(familyId, accountId)
  const { text, phase } = useNote(keeper)
  const isUnsaved = phase === 'unheard' || phase === 'refused' || phase === 'failed'
  return (
    <section className={styles.block}>
      <h2>{words.title}</h2>
      <p className="hint">{words.private}</p>
      <div className={styles.note}>
        <LongTextField
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
    </section>
  )
}
