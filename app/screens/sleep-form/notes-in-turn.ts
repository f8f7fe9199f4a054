import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { type RecordDraft, updateRecord } from '../../changes/changes.ts'
import type { detailsOf, SleepForm } from '../../forms/sleep-form-state.ts'
import { changedFields } from '../../local/outbox.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'

export type Details = ReturnType<typeof detailsOf>

/** What was noted of a sleep, and whether the phone has stored all of it. */
interface Noted {
  id: string
  details: Partial<Details>
  areStored: Promise<boolean>
}

/**
 * Stores what is noted of a sleep while it runs: at once, one note after the other. Of the last sleep alone is it known
 * what was noted: a form holds another one only once the one before is undone or deleted, and never returns to it.
 * A form that is a draft may begin with notes that were refused.
 * @param tell is told what was refused, and noted after that; undefined: all of it is stored by now.
 */
export function notesInTurn(
  { id, refused }: SleepForm,
  tell: (id: string, refused: Partial<Details> | undefined) => void,
) {
  let last: Noted | null = null
  if (id !== null && refused !== undefined) {
    last = { id, details: refused, areStored: Promise.resolve(false) }
  }
  const notedOf = (id: string): Noted =>
    last?.id === id ? last : { id, details: {}, areStored: Promise.resolve(true) }
  const store = (
    id: string,
    notes: Partial<RecordDraft>,
    shown?: Partial<RecordDraft>,
    failure: string = failures.updateRecord,
  ) => saveOrSay(updateRecord(id, notes, shown), failure)

  return {
    /** @param shown the record as the carer saw it, where that may be older than what is known of it. */
    add(id: string, notes: Partial<Details>, shown?: Partial<RecordDraft>): void {
      if (Object.keys(notes).length === 0) return
      const noted = notedOf(id)
      last = noted
      noted.details = { ...noted.details, ...notes }
      noted.areStored = noted.areStored.then(async (isKept) => {
        const isStored = (await store(id, notes, shown)) && isKept
        if (!isStored) tell(id, notes)
        return isStored
      })
    },

    /** What was noted of the sleep last, stored or still in its turn: whatever else is stored needn't tell it too. */
    of: (id: string): Partial<Details> => notedOf(id).details,

    /**
     * All that was noted of the sleep is stored already, or now. False: the phone refuses it once more, and
     * that was said.
     * @param held is asked for the form's details by then, and for the record that is drawn beside them: what doesn't
     * differ from it was left by the carer, and may have been changed elsewhere.
     * @param failure what is said where it is refused.
     */
    async keep(
      id: string,
      held: () => { shown: SleepRecord; details: Details },
      failure?: string,
    ): Promise<boolean> {
      const noted = notedOf(id)
      if (!(await noted.areStored)) {
        const { shown, details } = held()
        noted.areStored = store(id, changedFields<SleepRecord>(shown, details), shown, failure)
        if (await noted.areStored) tell(id, undefined)
      }
      return noted.areStored
    },
  }
}
