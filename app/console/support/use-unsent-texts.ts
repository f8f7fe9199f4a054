import { useSyncExternalStore } from 'react'
import { dropDraftsAt, useDraftsAt } from '../drafts/use-draft.ts'
import { type UnsentText, unsentTexts } from './unsent-texts.ts'
import { dropNote, noteKeeperOf } from './use-note.ts'

/** What a consultant has written for a family and isn't at the server. */
export function useUnsentTexts(familyId: string, accountId: string): UnsentText[] {
  const keeper = noteKeeperOf(familyId, accountId)
  const note = useSyncExternalStore(keeper.subscribe, keeper.state)
  return unsentTexts(note, useDraftsAt(`${accountId} ${familyId}`))
}

/** Gives it up, as when there is nowhere left to send it to. */
export function dropUnsentTexts(familyId: string, accountId: string): void {
  dropNote(familyId, accountId)
  dropDraftsAt(`${accountId} ${familyId}`)
}
