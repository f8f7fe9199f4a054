import { LEAVING_KEY, leavingNote, leavingText, parseLeavingNote } from './leaving-note.ts'
import { dropBackupLater, leavingOnDisk, noteLeavingOnDisk } from './session-backup.ts'
import { announceSession, dropSession, keptSession, SESSION_KEY, storedSession } from './stored-session.ts'

/**
 * Notes that the carer leaves this phone's session. From now on no page has it, in this tab or another.
 * @param givenUp the diary whose unsent changes the carer gives up; null: all stay.
 */
export function noteLeaving(givenUp: string | null): void {
  const session = storedSession()
  if (session === null) return
  const text = leavingText({ ...session, givenUp })
  localStorage.setItem(LEAVING_KEY, text)
  // A browser that is killed may have lost what localStorage held a moment ago.
  void noteLeavingOnDisk(text)
  announceSession()
}

/** Takes the note away, because the server couldn't end the session: it is this phone's again. */
export function withdrawLeaving(): void {
  localStorage.removeItem(LEAVING_KEY)
  void noteLeavingOnDisk(null)
  announceSession()
}

/** Takes the session that was left off the phone, and the note with it. `isSaid`: the login says that data stays. */
export function dropLeftSession({ isSaid }: { isSaid: boolean }): void {
  const note = leavingNote()
  if (note === null) return
  dropSession(note.sessionId, isSaid)
  localStorage.removeItem(LEAVING_KEY)
  dropBackupLater(SESSION_KEY)
  announceSession()
}

/** Recalls the note where the disk has it and localStorage has lost it; the session's own removal may be lost, too. */
export async function recallLeaving(): Promise<void> {
  const session = keptSession()
  if (session === null || leavingNote() !== null) return
  const text = await leavingOnDisk()
  if (text === null || keptSession()?.sessionId !== parseLeavingNote(text)?.sessionId) return
  localStorage.setItem(LEAVING_KEY, text)
  announceSession()
}
