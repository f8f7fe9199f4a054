import { useEffect, useSyncExternalStore } from 'react'
import { storedSession } from '../../session/stored-session.ts'
import { isRefusal } from '../../wire/failures.ts'
import { warnBeforeLeaving } from '../drafts/leaving-warning.ts'
import { createNoteKeeper, type NoteKeeper, type NoteState } from './note-keeper.ts'
import { supportOf } from './remote-support.ts'

/** By account and family. A note goes on being saved while another family is looked at. */
const keepers = new Map<string, NoteKeeper>()

export function noteKeeperOf(familyId: string, accountId: string): NoteKeeper {
  const key = `${accountId} ${familyId}`
  const known = keepers.get(key)
  if (known !== undefined) return known
  const keeper = createNoteKeeper(async (text) => {
    // Signed out, it can't be saved any more, and under another account it must not be.
    if (storedSession()?.userId !== accountId) return 'refused'
    const { failure } = await supportOf(familyId, accountId).saveNote(text)
    if (failure === null) return 'saved'
    return isRefusal(failure) ? 'refused' : 'unheard'
  })
  keepers.set(key, keeper)
  warnBeforeLeaving(() => keepers.get(key) === keeper && keeper.state().phase !== 'saved')
  return keeper
}

export function useNote(keeper: NoteKeeper): NoteState {
  // What is typed last is sent before the page rests, or goes.
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && keeper.flush()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      keeper.flush()
    }
  }, [keeper])
  return useSyncExternalStore(keeper.subscribe, keeper.state)
}

/** Gives up what of a family's note isn't saved. */
export function dropNote(familyId: string, accountId: string): void {
  keepers.delete(`${accountId} ${familyId}`)
}
