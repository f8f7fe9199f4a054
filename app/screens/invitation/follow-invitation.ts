import { createElement } from 'react'
import { type Accepted, acceptInvitation } from '../../family/access.ts'
import { familyNamed, shownFamily } from '../../family/families.ts'
import { showLinkPart } from '../../session/links/link-part.ts'
import { sessionState, storedSession, subscribeSession } from '../../session/stored-session.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { invitation as words } from '../../words/carers/carers.es.ts'
import { InvitationScreen } from './InvitationScreen.tsx'
import {
  forgetInvitation,
  keepHereAlone,
  keepInvitation,
  keptInvitation,
  notePressed,
  takeFromAddress,
} from './kept-invitation.ts'

let isFollowing = false

/** Shows the invitation in the address, or the one that waits here, and stays with it until it is used or left. */
export function followInvitation(): void {
  takeFromAddress()
  if (!isFollowing) {
    isFollowing = true
    subscribeSession(onSession)
  }
  goOn(true)
}

let stateBefore = sessionState().kind

function onSession(): void {
  const { kind } = sessionState()
  const isNew = kind === 'signed-in' && stateBefore !== kind
  stateBefore = kind
  if (isNew) goOn()
}

/** @param isOpening the page has just been opened: whoever had pressed and isn't signed in is asked again. */
function goOn(isOpening = false): void {
  const kept = keptInvitation()
  const { kind } = sessionState()
  if (kept === null) return
  if (kept.isPressed && kind === 'signed-in') void take(kept.token)
  // Who still owes a code or a new password gives that first.
  if (!kept.isPressed && kind === 'signed-in') ask(kept.token, null)
  if (kind === 'signed-out' && (!kept.isPressed || isOpening)) ask(kept.token, null)
}

/** Takes the invitation by itself, because whoever signed in for it had pressed; what refuses it is shown. */
async function take(token: string): Promise<void> {
  keepHereAlone(token)
  const accepted = await accept(token)
  if (accepted.kind === 'failed') keepInvitation(token)
  if (accepted.kind !== 'ok') ask(token, accepted)
}

function ask(token: string, known: Accepted | null): void {
  showLinkPart(
    createElement(InvitationScreen, {
      key: `${token} ${storedSession()?.userId}`,
      token,
      known,
      onAccept: () => accept(token),
      onSignIn() {
        notePressed(token)
        showLinkPart(null)
        showToast({ title: words.signInFirst, detail: words.signInFirstDetail })
      },
      onMailed: () => showLinkPart(null),
      onLeave() {
        forgetInvitation()
        showLinkPart(null)
      },
    }),
  )
}

async function accept(token: string): Promise<Accepted> {
  const accepted = await acceptInvitation(token)
  if (accepted.kind === 'failed') return accepted
  forgetInvitation()
  if (accepted.kind !== 'ok') return accepted
  showLinkPart(null)
  const accountId = storedSession()?.userId ?? ''
  const family = familyNamed(accountId, shownFamily(accountId))
  showToast({ title: words.entered, detail: words.enteredDetail(family?.baby_name ?? null) })
  return accepted
}
