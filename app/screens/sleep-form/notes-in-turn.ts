import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { type RecordDraft, updateRecord } from '../../changes/changes.ts'
import type { detailsOf } from '../../forms/sleep-form-state.ts'
import { changedFields } from '../../local/outbox.ts'
import { failures } from '../../words/screens.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'

export type Details = ReturnType<typeof detailsOf>

/** Stores what is noted of a sleep while it runs: at once, one note after the other. */
export function notesInTurn() {
  let areStored = Promise.resolve(true)
  let noted: { id: string; details: Partial<Details> } | null = null
  const store = (id: string, notes: Partial<RecordDraft>, shown?: Partial<RecordDraft>) =>
    saveOrSay(updateRecord(id, notes, shown), failures.updateRecord)

  return {
    /** @param shown the record as the carer saw it, where that may be older than what is known of it. */
    add(id: string, notes: Partial<Details>, shown?: Partial<RecordDraft>): void {
      if (Object.keys(notes).length === 0) return
      noted = { id, details: { ...(noted?.id === id && noted.details), ...notes } }
      areStored = areStored.then(async (isKept) => (await store(id, notes, shown)) && isKept)
    },

    /** What was noted of the sleep last, stored or still in its turn: whatever else is stored needn't tell it too. */
    of: (id: string): Partial<Details> => (noted?.id === id ? noted.details : {}),

    /**
     * All that was noted is stored already, or now. False: the phone refuses it once more.
     * @param held is asked for the form's details by then, and for the record that is drawn beside them: what doesn't
     * differ from it was left by the carer, and may have been changed elsewhere.
     */
    async keep(held: () => { shown: SleepRecord; details: Details }): Promise<boolean> {
      if (!(await areStored)) {
        const { shown, details } = held()
        areStored = store(shown.id, changedFields<SleepRecord>(shown, details), shown)
      }
      return areStored
    },
  }
}
