import { finishWipes } from '../local/local-db.ts'
import { isLeaving } from '../session/leaving-note.ts'
import { noteLeaving, recallLeaving } from '../session/left-session.ts'
import { subscribeSession } from '../session/stored-session.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { login } from '../words/entrance.es.ts'
import { finishLeaving, type SignOutResult } from './finish-leaving.ts'

/**
 * Signs this phone out. From this turn on it is, even if the page ends in the next. Changes that weren't sent are gone
 * with it: the caller has asked the carer. Where nobody could be asked, `keepUnsent` leaves what only this phone has
 * for the next sign-in.
 */
export function signOutOrSay({ keepUnsent = false } = {}): Promise<void> {
  noteLeaving(keepUnsent)
  return finishLeavingOrSay()
}

/**
 * Finishes a sign-out that was noted before this page was opened, and from now on what another tab has begun and
 * perhaps not lived to finish. Resolves when nothing is half done.
 */
export async function watchLeaving(): Promise<void> {
  subscribeSession(() => {
    if (isLeaving()) void finishLeavingOrSay()
  })
  await recallLeaving()
  if (isLeaving()) await finishLeavingOrSay()
  await finishWipes().catch((reason: unknown) => console.warn(reason))
}

let finishing: Promise<void> | null = null

/** Finishes a sign-out that was noted. When the server couldn't end the session, a toast says so, and it goes on. */
function finishLeavingOrSay(): Promise<void> {
  finishing ??= finishLeaving()
    .then(sayFailure)
    .finally(() => {
      finishing = null
    })
  return finishing
}

function sayFailure(result: SignOutResult): void {
  if (result.kind === 'ok') return
  showToast({
    title: login.signOutFailed,
    detail: result.message || login.somethingWentWrong,
    tone: 'failure',
  })
}
