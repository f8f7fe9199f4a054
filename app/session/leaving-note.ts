/*
 * Whoever presses «Cerrar sesión» is out from that moment, whatever becomes of the page, the network or the phone. This
 * note is written in the turn of the press, and to every page the session that it names is none (stored-session.ts).
 * What is left to do, at the server and of the data, comes afterwards (app/leaving).
 */
export interface LeavingNote {
  userId: string
  /** The session that is being left; another one, as of a later sign-in, isn't meant. */
  sessionId: string
  /**
   * What only this phone has stays for the next sign-in, but for that of this one diary, which the carer was asked
   * about and gives up; null: all of it stays.
   */
  givenUp: string | null
}

/**
 * The localStorage key of 'unsent', the ids of account and session, and the diary that is given up if there is one,
 * with blanks between. Versions of before wrote 'all' where the account had but its own diary, and gave that up.
 */
export const LEAVING_KEY = 'nana-leaving'

export function leavingNote(): LeavingNote | null {
  return parseLeavingNote(localStorage.getItem(LEAVING_KEY))
}

/** Whether a session is being left, and its data may still be on the phone. */
export function isLeaving(): boolean {
  return leavingNote() !== null
}

export function parseLeavingNote(text: string | null): LeavingNote | null {
  const [kept, userId, sessionId, givenUp] = text?.split(' ') ?? []
  if (userId === undefined || sessionId === undefined) return null
  return { userId, sessionId, givenUp: kept === 'all' ? userId : (givenUp ?? null) }
}

export function leavingText({ userId, sessionId, givenUp }: LeavingNote): string {
  const text = `unsent ${userId} ${sessionId}`
  return givenUp === null ? text : `${text} ${givenUp}`
}
