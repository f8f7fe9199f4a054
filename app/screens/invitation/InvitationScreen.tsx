import { useEffect, useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import { PRIVACY_PATH, settings } from '../../device/settings.ts'
import { type Accepted, type LookedAt, lookAtInvitation, type NotTaken } from '../../family/access.ts'
import { useSession } from '../../session/use-session.ts'
import { Button, ButtonLink } from '../../ui/buttons/Button.tsx'
import { useLayer } from '../../ui/overlays/layers.ts'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { invitation as words } from '../../words/carers/carers.es.ts'
import { common, login } from '../../words/entrance.es.ts'
import { LinkPage } from '../mail-link/LinkPage.tsx'
import { Enter } from './Enter.tsx'
import styles from './InvitationScreen.module.css'
import { invitationText } from './invitation-text.ts'
import { SignUp } from './SignUp.tsx'

/** Where a professional has her families (decision 053). */
const CONSOLE_PATH = '/consola'

interface InvitationScreenProps {
  token: string
  /** What taking it came to already; null: nobody has tried. */
  known: Accepted | null
  onAccept: () => Promise<Accepted>
  /** Called by who has an account, and isn't signed in. */
  onSignIn: () => void
  /** Called by who goes to confirm a new account. */
  onMailed: () => void
  onLeave: () => void
}

/** What there is nothing more to be done about here. */
type Settled = NotTaken | 'console'

type Looked = { kind: 'looking' | 'unheard' | Settled } | { kind: 'found'; invitation: NonNullable<LookedAt> }

/** What an invitation's link leads to: who invites to what, and one press to take it. */
export function InvitationScreen(props: InvitationScreenProps) {
  const { token, known, onAccept, onSignIn, onMailed, onLeave } = props
  const session = useSession()
  const [isChosen, setSigningUp] = useState(false)
  const isSigningUp = isChosen && session.kind === 'signed-out'
  useLayer(isSigningUp, () => setSigningUp(false))
  const [looked, look, settle] = useInvitation(token, known)

  if (isSigningUp) {
    return <SignUp token={token} onBack={() => setSigningUp(false)} onMailed={onMailed} />
  }
  if (looked.kind === 'found') {
    const { title, text } = invitationText(looked.invitation)
    return (
      <LinkPage title={title} text={text} leave={words.leave} onLeave={onLeave}>
        {session.kind === 'signed-out' ? (
          <Ways
            // Who works for the provider has been given an account.
            onMake={looked.invitation.role === 'consultant' ? null : () => setSigningUp(true)}
            onSignIn={onSignIn}
          />
        ) : (
          <Enter email={session.email} failed={known} onAccept={onAccept} onSettled={settle} />
        )}
      </LinkPage>
    )
  }
  const isOver = looked.kind !== 'looking' && looked.kind !== 'unheard'
  return (
    <LinkPage
      {...headOf(looked.kind)}
      {...(isOver ? { close: common.close } : { leave: words.leave })}
      onLeave={onLeave}
    >
      {looked.kind === 'looking' && <Spinner label={words.looking.text} />}
      {looked.kind === 'unheard' && <Retry onRetry={look} />}
      {looked.kind === 'console' && (
        <ButtonLink variant="primary" href={CONSOLE_PATH}>
          {words.console.open}
        </ButtonLink>
      )}
    </LinkPage>
  )
}

/** Looks at the invitation, and again when it is asked to; the last takes what the server says of it later. */
function useInvitation(token: string, known: Accepted | null) {
  const [looked, setLooked] = useState<Looked>({
    kind: known === null || known.kind === 'ok' || known.kind === 'failed' ? 'looking' : known.kind,
  })
  const isLooking = looked.kind === 'looking'

  useEffect(() => {
    if (!isLooking) return
    let isLate = false
    void lookAtInvitation(token).then(({ data, failure }) => {
      if (isLate) return
      if (failure !== null) return setLooked({ kind: 'unheard' })
      if (data === null) return setLooked({ kind: 'gone' })
      setLooked(data.refused === null ? { kind: 'found', invitation: data } : { kind: data.refused })
    })
    return () => {
      isLate = true
    }
  }, [token, isLooking])

  return [looked, () => setLooked({ kind: 'looking' }), (kind: Settled) => setLooked({ kind })] as const
}

function headOf(kind: 'looking' | 'unheard' | Settled): { title: string; text: string } {
  if (kind === 'unheard') return { title: words.unheard.title, text: '' }
  const { title, text } = words[kind]
  return { title, text: text.replace('{provider}', settings.brand.provider) }
}

function Ways({ onMake, onSignIn }: { onMake: (() => void) | null; onSignIn: () => void }) {
  return (
    <>
      {onMake && (
        <Button variant="primary" onClick={onMake}>
          {words.makeAccount}
        </Button>
      )}
      <Button variant={onMake ? 'quiet' : 'primary'} onClick={onSignIn}>
        {words.haveAccount}
      </Button>
      <a className={styles.privacy} href={PRIVACY_PATH} target="_blank" rel="noopener">
        {login.privacy}
      </a>
    </>
  )
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const isOnline = useOnline()
  return (
    <>
      <p role="status">{isOnline ? words.again : words.offline}</p>
      <Button variant="primary" onClick={onRetry}>
        {words.unheard.retry}
      </Button>
    </>
  )
}
