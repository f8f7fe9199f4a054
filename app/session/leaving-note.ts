/*
 * Whoever presses «Cerrar sesión» is out from that moment, whatever becomes of the page, the network or the phone. This
 * note is written in the turn of the press, and to every page the session that it names is none (stored-session.ts).
 * What is left to do, at the server and of the data, comes afterwards (app/leaving).
 */
export interface LeavingNote {
  userId: string
  /** The session that is being left; another one, as of a later sign-in, isn't meant. */
  sessionId: string
  /** Whether what only this phone has stays for the next sign-in. */
  keepUnsent: boolean
}

/** The localStorage key of 'all' or 'unsent' and the ids of account and session, with blanks between. */
export const LEAVING_KEY = 'nana-leaving'

export function leavingNote(): LeavingNote | null {
  return parseLeavingNote(localStorage.getItem(LEAVING_KEY))
}

/** Whether a session is being left, and its data may still be on the phone. */
export function isLeaving(): boolean {
  return leavingNote() !== null
}

export function parseLeavingNote(text: string | null): LeavingNote | null {
  const [kept, userId, sessionId] = text?.split(' ') ?? []
  if (userId === undefined || sessionId === undefined) return null
  return { userId, sessionId, keepUnsent: kept === 'unsent' }
}

export function leavingText({ userId, sessionId, keepUnsent }: LeavingNote): string {
  return `${keepUnsent ? 'unsent' : 'all'} ${userId} ${sessionId}`
}
