import { useSyncExternalStore } from 'react'
import { dropDraftsAt, useDraftsAt } from '../drafts/use-draft.ts'
import { type UnsentText, unsentTexts } from './unsent-texts.ts'
import { dropNote, noteKeeperOf, useUnsavedNotes } from './use-note.ts'

/** What a consultant has written for a family and isn't at the server. */
export function useUnsentTexts(familyId: string, accountId: string): UnsentText[] {
  const keeper = noteKeeperOf(familyId, accountId)
  const note = useSyncExternalStore(keeper.subscribe, keeper.state)
  return unsentTexts(note, useDraftsAt(`${accountId} ${familyId}`))
}

const FAMILY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The families for which a consultant has written something, or changed dates, that isn't at the server. */
export function useFamiliesWithUnsent(accountId: string): string[] {
  const places = [...useDraftsAt(accountId).keys()].map((key) => key.split(' ', 1)[0] ?? '')
  const drafted = places.filter((place) => FAMILY_ID.test(place))
  return [...new Set([...drafted, ...useUnsavedNotes(accountId)])]
}

/** Gives it up, as when there is nowhere left to send it to. */
export function dropUnsentTexts(familyId: string, accountId: string): void {
  dropNote(familyId, accountId)
  dropDraftsAt(`${accountId} ${familyId}`)
}
