import { type RecordDraft, updateRecord } from '../../changes/changes.ts'
import { joinedNotes, type Note } from '../../forms/refused-note.ts'
import type { detailsOf, SleepForm } from '../../forms/sleep-form-state.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'

export type Details = ReturnType<typeof detailsOf>

const NOTHING: Note = { noted: {}, shown: {} }

/** What was noted of a sleep, and whether the phone has stored all of it. */
interface Noted {
  id: string
  details: Partial<RecordDraft>
  /** What of it the phone has refused so far. */
  refused: Note
  areStored: Promise<boolean>
}

/**
 * Stores what is noted of a sleep while it runs: at once, one note after the other, and what was refused with the next
 * one. Of the last sleep alone is it known what was noted: a form holds another one only once the one before is undone
 * or deleted, and never returns to it. A form that is a draft may begin with notes that were refused.
 * @param tell is told what is refused by now; undefined: nothing any more.
 */
export function notesInTurn(
  { id, refused }: SleepForm,
  tell: (id: string, refused: Note | undefined) => void,
) {
  let last: Noted | null = null
  if (id !== null && refused !== undefined) {
    last = { id, details: refused.noted, refused, areStored: Promise.resolve(false) }
  }
  const notedOf = (id: string): Noted =>
    last?.id === id ? last : { id, details: {}, refused: NOTHING, areStored: Promise.resolve(true) }

  async function store(noted: Noted, next: Note, failure: string = failures.updateRecord): Promise<boolean> {
    const note = joinedNotes(noted.refused, next)
    const isStored = await saveOrSay(updateRecord(noted.id, note.noted, note.shown), failure)
    if (!isStored || noted.refused !== NOTHING) tell(noted.id, isStored ? undefined : note)
    noted.refused = isStored ? NOTHING : note
    return isStored
  }

  return {
    /** @param shown the record as the carer saw it, which may be older than what is known of it. */
    add(id: string, notes: Partial<Details>, shown: Partial<RecordDraft>): void {
      if (Object.keys(notes).length === 0) return
      const noted = notedOf(id)
      last = noted
      noted.details = { ...noted.details, ...notes }
      noted.areStored = noted.areStored.then(() => store(noted, { noted: notes, shown }))
    },

    /** What was noted of the sleep last, stored or still in its turn: whatever else is stored needn't tell it too. */
    of: (id: string): Partial<RecordDraft> => notedOf(id).details,

    /**
     * All that was noted of the sleep is stored already, or now. False: the phone refuses it once more, and
     * that was said.
     * @param failure what is said where it is refused.
     */
    keep(id: string, failure?: string): Promise<boolean> {
      const noted = notedOf(id)
      noted.areStored = noted.areStored.then((areStored) => areStored || store(noted, NOTHING, failure))
      return noted.areStored
    },
  }
}
