import { useEffect, useSyncExternalStore } from 'react'
import { pageVisibility } from '../../device/page-visibility.ts'
import { sessionState, subscribeSession } from '../../session/stored-session.ts'
import { isRefusal } from '../../wire/failures.ts'
import { staysTypedBy } from '../drafts/typed-by.ts'
import { noteUnsaved, subscribeUnsaved } from '../drafts/unsaved.ts'
import { supportCalls } from './calls/remote-support.ts'
import { createNoteKeeper, type NoteKeeper, type NoteState, type SaveOutcome } from './note-keeper.ts'

interface Kept {
  accountId: string
  keeper: NoteKeeper
}

/** By account and family. A note goes on being saved while another family is looked at. */
const kept = new Map<string, Kept>()

export function noteKeeperOf(familyId: string, accountId: string): NoteKeeper {
  const key = `${accountId} ${familyId}`
  const known = kept.get(key)
  if (known !== undefined) return known.keeper
  const keeper = createNoteKeeper((text, seen) => saveNote(familyId, accountId, text, seen))
  keeper.subscribe(() => noteUnsaved(keeper, isUnsaved(keeper), keeper.giveUp))
  kept.set(key, { accountId, keeper })
  return keeper
}

async function saveNote(
  familyId: string,
  accountId: string,
  text: string,
  seen: string,
): Promise<SaveOutcome> {
  // After a session that ended it waits for the next one, which has to give its second factor first.
  const session = sessionState()
  if (session.kind !== 'signed-in' || session.userId !== accountId) return 'unheard'
  const { data: other, failure } = await supportCalls(familyId, accountId).saveNote(text, seen)
  if (failure === null) return other === null ? 'saved' : { other }
  if (failure.code === '42501') return 'refused'
  return isRefusal(failure) ? 'failed' : 'unheard'
}

const isUnsaved = (keeper: NoteKeeper) => keeper.state().phase !== 'saved'

/** The families of whose notes something isn't saved. */
export function useUnsavedNotes(accountId: string): string[] {
  useSyncExternalStore(subscribeUnsaved, () => unsavedKeys().join('\n'))
  const own = unsavedKeys().filter((key) => key.startsWith(`${accountId} `))
  return own.map((key) => key.slice(accountId.length + 1))
}

const unsavedKeys = () => [...kept].filter(([, { keeper }]) => isUnsaved(keeper)).map(([key]) => key)

/** Gives up what of a family's note isn't saved. */
export function dropNote(familyId: string, accountId: string): void {
  drop(`${accountId} ${familyId}`)
}

function drop(key: string): void {
  const keeper = kept.get(key)?.keeper
  if (keeper === undefined) return
  keeper.stop()
  noteUnsaved(keeper, false)
  kept.delete(key)
}

// Of what is saved nothing stays in memory when the session has gone, nor of anything when its account has left.
subscribeSession(() => {
  const isSignedIn = sessionState().kind === 'signed-in'
  for (const [key, { accountId, keeper }] of kept)
    if (!staysTypedBy(accountId) || !(isSignedIn || isUnsaved(keeper))) drop(key)
})

export function useNote(keeper: NoteKeeper): NoteState {
  // What is typed last is sent before the page rests, or goes.
  useEffect(() => {
    const stop = pageVisibility.subscribe(() => {
      if (!pageVisibility.isVisible()) keeper.flush()
    })
    return () => {
      stop()
      keeper.flush()
    }
  }, [keeper])
  return useSyncExternalStore(keeper.subscribe, keeper.state)
}
