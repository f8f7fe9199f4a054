import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { type DisownLink, disownChange } from '../../session/auth-link.ts'
import { useSession } from '../../session/use-session.ts'
import { passwordRequest } from '../../words/entrance.es.ts'
import { mailLink as linkWords, disown as words } from '../../words/mail-link.es.ts'
import { AnotherMail } from './AnotherMail.tsx'
import { LinkPage } from './LinkPage.tsx'
import { MailedCode } from './MailedCode.tsx'
import { Press } from './Press.tsx'

interface DisownScreenProps {
  link: DisownLink
  /** Its sessions are closed: what is left is another password. */
  isClosed: boolean
  onClosed: () => void
  onDead: () => void
  onLeave: () => void
}

/** «It wasn't me»: one button closes the account to everybody, and the owner comes back by another mail. */
export function DisownScreen({ link, isClosed, onClosed, onDead, onLeave }: DisownScreenProps) {
  const isSignedOut = useSession().kind === 'signed-out'
  const [isDead, setDead] = useState(false)
  const [mailed, setMailed] = useState<string | null>(null)
  const { supportEmail } = settings.brand

  async function close() {
    const result = await disownChange(link)
    if (result.kind === 'failed') return result
    onClosed()
    return null
  }

  const [title, text] =
    mailed !== null
      ? [linkWords.mailed, passwordRequest.sentText(mailed, supportEmail)]
      : isClosed
        ? [words.closed, link.email === null ? words.closedOldText(supportEmail) : words.closedText]
        : isDead
          ? [linkWords.dead, words.deadText]
          : [words.title, words.text]
  const body =
    mailed !== null ? (
      // Another account that is signed in here stays.
      isSignedOut && <MailedCode email={mailed} onEntered={onLeave} />
    ) : !isClosed && !isDead ? (
      <Press
        label={words.press}
        run={close}
        onDead={() => {
          onDead()
          setDead(true)
        }}
      />
    ) : (
      (isDead || link.email !== null) && (
        <AnotherMail type="recovery" email={link.email} label={words.choose} onMailed={setMailed} />
      )
    )

  return (
    <LinkPage title={title} text={text} onLeave={onLeave}>
      {body}
    </LinkPage>
  )
}
