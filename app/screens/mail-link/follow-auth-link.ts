import { createElement } from 'react'
import {
  type AuthLink,
  abandonLink,
  asFragment,
  type DisownLink,
  emailOf,
  type MailLink,
  onSignedOut,
  openAuthLink,
  openCode,
  otherAccountThan,
  parseAuthLink,
  type SessionLink,
} from '../../session/auth-link.ts'
import { KEPT_MAIL_LINK, showLinkPart } from '../../session/links/link-part.ts'
import { storedSession } from '../../session/stored-session.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { endedText, login } from '../../words/entrance.es.ts'
import { authLink as words } from '../../words/mail-link.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { DisownScreen } from './DisownScreen.tsx'
import { MailLinkScreen } from './MailLinkScreen.tsx'
import { WhoseScreen } from './WhoseScreen.tsx'

const LONG_MS = 10_000

/**
 * Does what the link in the address is for, and takes it out of the address: whoever looks over the shoulder should not
 * find it there, nor going back come upon it again. What still waits for a press outlives a reload of this tab.
 */
export async function followAuthLink(link: AuthLink | null = linkHere()): Promise<void> {
  if (link === null) return
  switch (link.kind) {
    case 'unspent':
      keepForReload()
      askForPress(link)
      break
    case 'disown':
      keepForReload()
      askToDisown(link, false)
      break
    case 'session':
      if (storedSession() === null) askWhose(link)
      else await takeOver(link, () => openAuthLink(link))
      break
    case 'code':
      await takeOver(link, () => openCode(link.code))
      break
    case 'half-confirmed':
      forgetLink()
      sayHalfConfirmed()
      break
    case 'refused':
      forgetLink()
      // The reference's links end so. Which mail it was isn't told: one to choose a password with helps with any.
      if (link.code === 'otp_expired' && storedSession() === null) showDead()
      else
        showToast(
          authFailureToast(link.by === 'mail' ? words.refused : login.signInFailed, {
            ...link,
            message: link.code === 'trial_ended' ? endedText(link.code, null) : '',
          }),
        )
  }
}

function askForPress(link: MailLink): void {
  const other = otherAccountThan(link)
  if (other !== null) {
    sayOtherAccount(other, () => askForPress(link))
    return
  }
  showLinkPart(
    createElement(MailLinkScreen, {
      key: link.tokenHash,
      link,
      onDead: forgetLink,
      onOpened(opened) {
        forgetLink()
        showLinkPart(null)
        if (opened.kind === 'half-confirmed') sayHalfConfirmed()
        else if (opened.kind === 'whose') {
          // The address has changed by the press alone, whoever enters or not.
          if (link.type === 'email_change') showToast({ title: words.emailChanged })
          askWhose(opened.session)
        } else if (opened.kind === 'other-account') sayOtherAccount(opened.email, () => askForPress(link))
        else if (link.type === 'email_change') showToast({ title: words.emailChanged })
      },
      onLeave: leave,
    }),
  )
}

/** Drawn anew once it is closed, as the screen moves when this phone's own session ends with it. */
function askToDisown(link: DisownLink, isClosed: boolean): void {
  showLinkPart(
    createElement(DisownScreen, {
      key: `${link.tokenHash} ${isClosed}`,
      link,
      isClosed,
      onDead: forgetLink,
      onClosed() {
        forgetLink()
        askToDisown(link, true)
      },
      onLeave: leave,
    }),
  )
}

/** Who is signed in nowhere might be let into an account that a stranger made, and write there without knowing. */
function askWhose(session: SessionLink): void {
  sessionStorage.setItem(KEPT_MAIL_LINK, asFragment(session))
  takeOutOfAddress()
  showLinkPart(
    createElement(WhoseScreen, {
      email: emailOf(session),
      async onEnter() {
        const opened = await openAuthLink(session)
        if (opened.kind === 'failed') return opened
        leave()
        if (opened.kind === 'other-account') sayOtherAccount(opened.email, () => askWhose(session))
        return null
      },
      onDead() {
        forgetLink()
        showDead()
      },
      onLeave() {
        leave()
        void abandonLink(session)
      },
    }),
  )
}

function showDead(): void {
  showLinkPart(createElement(MailLinkScreen, { link: null, onLeave: leave }))
}

function leave(): void {
  forgetLink()
  showLinkPart(null)
}

async function takeOver(
  link: Extract<AuthLink, { kind: 'session' | 'code' }>,
  open: () => ReturnType<typeof openAuthLink>,
): Promise<void> {
  const result = await open()
  // A code is for one try: the proof that goes with it is gone with the try.
  if (result.kind === 'failed' && result.code === 'network' && link.kind === 'session') {
    showToast(authFailureToast(words.refused, result))
    return
  }
  forgetLink()
  if (result.kind === 'other-account') sayOtherAccount(result.email, () => void followAuthLink(link))
  else if (result.kind === 'failed')
    showToast(authFailureToast(link.kind === 'code' ? login.signInFailed : words.refused, result))
  else if (link.kind === 'session' && link.purpose === 'email_change')
    showToast({ title: words.emailChanged })
}

/** Another account that is signed in stays: the link waits until it has left. */
function sayOtherAccount(email: string, goOn: () => void): void {
  onSignedOut(goOn)
  showToast({
    title: words.otherAccount,
    detail: words.otherAccountDetail(email),
    tone: 'failure',
    durationMs: LONG_MS,
  })
}

function sayHalfConfirmed(): void {
  showToast({ title: words.halfConfirmed, detail: words.halfConfirmedDetail, durationMs: LONG_MS })
}

function linkHere(): AuthLink | null {
  const here = parseAuthLink(location.hash, location.search)
  return here ?? parseAuthLink(sessionStorage.getItem(KEPT_MAIL_LINK) ?? '')
}

function keepForReload(): void {
  if (location.hash !== '') sessionStorage.setItem(KEPT_MAIL_LINK, location.hash)
  takeOutOfAddress()
}

function forgetLink(): void {
  sessionStorage.removeItem(KEPT_MAIL_LINK)
  takeOutOfAddress()
}

function takeOutOfAddress(): void {
  history.replaceState(history.state, '', location.pathname)
}
