import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { type MailLink, type Opened, openMailLink } from '../../session/auth-link.ts'
import { useSession } from '../../session/use-session.ts'
import { passwordRequest } from '../../words/entrance.es.ts'
import { mailLink as words } from '../../words/mail-link.es.ts'
import { AnotherMail } from './AnotherMail.tsx'
import styles from './LinkPage.module.css'
import { LinkPage } from './LinkPage.tsx'
import { MailedCode } from './MailedCode.tsx'
import { Press } from './Press.tsx'

interface MailLinkScreenProps {
  /** Null: it is known to be dead, and nothing else of it. */
  link: MailLink | null
  /** The server says that its token is good for nothing. */
  onDead?: () => void
  onOpened?: (opened: Exclude<Opened, { kind: 'failed' }>) => void
  onLeave: () => void
}

type Step = { kind: 'asked' | 'dead' } | { kind: 'mailed'; email: string }

/**
 * What a mail leads to: one button. Whatever looks at the link for its reader (a preview, a scanner) presses none, so
 * only a person spends it. A dead one says so, and sends another.
 */
export function MailLinkScreen({ link, onDead, onOpened, onLeave }: MailLinkScreenProps) {
  const session = useSession()
  const [step, setStep] = useState<Step>({ kind: link === null ? 'dead' : 'asked' })
  const type = link?.type ?? 'recovery'
  const mayEnter = (email: string) => session.kind === 'signed-out' || session.email === email
  const { title, text } = headOf(step, type, mayEnter)

  async function open(mailed: MailLink) {
    const opened = await openMailLink(mailed)
    if (opened.kind === 'failed') return opened
    onOpened?.(opened)
    return null
  }

  const body =
    step.kind === 'asked' && link !== null ? (
      <>
        {link.email !== null && <p className={`hint ${styles.address}`}>{words.account(link.email)}</p>}
        <Press
          label={words.press[link.type]}
          run={() => open(link)}
          onDead={() => {
            onDead?.()
            setStep({ kind: 'dead' })
          }}
        />
      </>
    ) : step.kind === 'mailed' ? (
      hasCode(type) && mayEnter(step.email) && <MailedCode email={step.email} onEntered={onLeave} />
    ) : (
      <AnotherMail
        type={type}
        email={link?.email ?? (session.kind === 'signed-out' ? null : session.email)}
        onMailed={(email) => setStep({ kind: 'mailed', email })}
      />
    )

  return (
    <LinkPage title={title} text={text} onLeave={onLeave}>
      {body}
    </LinkPage>
  )
}

/** The mail that comes instead has a code that can be typed here. */
function hasCode(type: MailLink['type']): boolean {
  return type !== 'signup' && type !== 'email_change'
}

function headOf(
  step: Step,
  type: MailLink['type'],
  mayEnter: (email: string) => boolean,
): { title: string; text: string } {
  switch (step.kind) {
    case 'asked':
      return { title: words.titles[type], text: words.texts[type] }
    case 'dead':
      return { title: words.dead, text: words.deadText }
    case 'mailed':
      return {
        title: words.mailed,
        text: (hasCode(type) && mayEnter(step.email) ? passwordRequest.sentText : words.mailedText)(
          step.email,
          settings.brand.supportEmail,
        ),
      }
  }
}
