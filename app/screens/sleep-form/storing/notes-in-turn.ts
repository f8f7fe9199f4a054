import { changeRecord } from '../../../changes/changes.ts'
import { recordEdit } from '../../../changes/record-changes.ts'
import { type Details, type Note, withNotes } from '../../../forms/refused-note.ts'
import type { SleepForm } from '../../../forms/sleep-form-state.ts'
import { sameRow } from '../../../local/outbox.ts'
import { failures } from '../../../words/screens.es.ts'
import { saveOrSay } from '../../shared/save-or-say.ts'

/** The notes of a sleep: what the phone has refused of them so far, and the last one in its turn. */
interface Notes {
  id: string | null
  refused: readonly Note[]
  last: Promise<boolean>
}

/**
 * Stores what is noted of a sleep while it runs: at once, one note after the other, over the record as it is by then,
 * and what was refused with the next one. Of the last sleep alone are the notes known: a form holds another one only
 * once the one before is undone or deleted, and never returns to it. A form that is a draft may begin with notes that
 * were refused.
 * @param beingStored gets each turn, and answers as that does.
 * @param tell is told what is refused once no note is in its turn any more; undefined: nothing.
 */
export function notesInTurn(
  { id, refused = [] }: SleepForm,
  beingStored: (turn: Promise<boolean>) => Promise<boolean>,
  tell: (id: string, refused: SleepForm['refused']) => void,
) {
  let known: Notes = { id, refused, last: Promise.resolve(true) }

  function inTurn(id: string, next: readonly Note[], failure: string = failures.updateRecord) {
    const own: Notes = known.id === id ? known : { id, refused: [], last: Promise.resolve(true) }
    known = own
    const turn: Promise<boolean> = beingStored(
      own.last.then(async () => {
        const notes = [...own.refused, ...next]
        const isStored = notes.length === 0 || (await saveOrSay(store(id, notes), failure))
        own.refused = isStored ? [] : notes
        if (own.last === turn) tell(id, isStored ? undefined : notes)
        return isStored
      }),
    )
    own.last = turn
    return turn
  }

  return {
    /** @param shown what the carer saw, which may be older than what is known of the record by now. */
    add(id: string, shown: Details, noted: Details): void {
      if (!sameRow(shown, noted)) void inTurn(id, [{ shown, noted }])
    },

    /**
     * All that was noted of the sleep is stored already, or now. False: the phone refuses it once more, and
     * that was said.
     * @param failure what is said where it is refused.
     */
    keep: (id: string, failure?: string): Promise<boolean> => inTurn(id, [], failure),
  }
}

function store(id: string, notes: readonly Note[]) {
  return changeRecord(id, (record) => recordEdit(record, withNotes(record, notes)))
}
