import { useEffect, useState } from 'react'
import { useOnline } from '../../device/use-online.ts'
import { type Accepted, type LookedAt, lookAtInvitation } from '../../family/access.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { invitation as words } from '../../words/carers.es.ts'
import { common } from '../../words/entrance.es.ts'
import { LinkPage } from '../mail-link/LinkPage.tsx'
import { Enter } from './Enter.tsx'
import { invitationText } from './invitation-text.ts'
import { SignUp } from './SignUp.tsx'

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

type Looked =
  | { kind: 'looking' | 'unheard' | 'gone' | 'own' }
  | { kind: 'found'; invitation: NonNullable<LookedAt> }

/** What an invitation's link leads to: who invites to what, and one press to take it. */
export function InvitationScreen(props: InvitationScreenProps) {
  const { token, known, onAccept, onSignIn, onMailed, onLeave } = props
  const session = useSession()
  const [isSigningUp, setSigningUp] = useState(false)
  const [looked, look, settle] = useInvitation(token, known)

  if (isSigningUp && session.kind === 'signed-out') {
    return <SignUp token={token} onBack={() => setSigningUp(false)} onMailed={onMailed} />
  }
  if (looked.kind === 'found') {
    const { title, text } = invitationText(looked.invitation)
    return (
      <LinkPage title={title} text={text} leave={words.leave} onLeave={onLeave}>
        {session.kind === 'signed-out' ? (
          <Ways onMake={() => setSigningUp(true)} onSignIn={onSignIn} />
        ) : (
          <Enter email={session.email} failed={known} onAccept={onAccept} onRefused={settle} />
        )}
      </LinkPage>
    )
  }
  const isOver = looked.kind === 'gone' || looked.kind === 'own'
  return (
    <LinkPage
      {...headOf(looked.kind)}
      {...(isOver ? { close: common.close } : { leave: words.leave })}
      onLeave={onLeave}
    >
      {looked.kind === 'looking' && <Spinner label={words.looking.text} />}
      {looked.kind === 'unheard' && <Retry onRetry={look} />}
    </LinkPage>
  )
}

/** Looks at the invitation, and again when it is asked to; the last takes what the server says of it later. */
function useInvitation(token: string, known: Accepted | null) {
  const [looked, setLooked] = useState<Looked>({
    kind: known?.kind === 'gone' || known?.kind === 'own' ? known.kind : 'looking',
  })
  const isLooking = looked.kind === 'looking'

  useEffect(() => {
    if (!isLooking) return
    let isLate = false
    void lookAtInvitation(token).then(({ data, failure }) => {
      if (isLate) return
      if (failure !== null) setLooked({ kind: 'unheard' })
      else setLooked(data === null ? { kind: 'gone' } : { kind: 'found', invitation: data })
    })
    return () => {
      isLate = true
    }
  }, [token, isLooking])

  return [
    looked,
    () => setLooked({ kind: 'looking' }),
    (kind: 'gone' | 'own') => setLooked({ kind }),
  ] as const
}

function headOf(kind: 'looking' | 'unheard' | 'gone' | 'own'): { title: string; text: string } {
  return kind === 'unheard' ? { title: words.unheard.title, text: '' } : words[kind]
}

function Ways({ onMake, onSignIn }: { onMake: () => void; onSignIn: () => void }) {
  return (
    <>
      <Button variant="primary" onClick={onMake}>
        {words.makeAccount}
      </Button>
      <Button variant="quiet" onClick={onSignIn}>
        {words.haveAccount}
      </Button>
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
