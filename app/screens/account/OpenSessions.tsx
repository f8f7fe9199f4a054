import { useId, useRef, useState } from 'react'
import { endSession, listSessions } from '../../account/account.ts'
import { deviceOf } from '../../account/device-name.ts'
import type { OpenSession } from '../../account/remote-account.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { openLayers } from '../../ui/overlays/layers.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { account, openSessions as words } from '../../words/account.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import { useOneAtATime } from '../shared/use-one-at-a-time.ts'
import styles from './OpenSessions.module.css'

/** Where the account is signed in, with an end for each but this phone's own, which has its sign-out elsewhere. */
export function OpenSessions() {
  /** Null: they aren't shown. */
  const [sessions, setSessions] = useState<readonly OpenSession[] | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const [, oneAtATime] = useOneAtATime()
  const [asked, setAsked] = useState<OpenSession | null>(null)
  const close = () => setSessions(null)

  async function show() {
    const listed = await listSessions()
    if (listed.kind === 'failed') return showToast(authFailureToast(words.failed, listed))
    // Whatever was opened meanwhile stays.
    if (openLayers().length === 0) setSessions(listed.sessions)
  }

  async function end(id: string) {
    const result = await endSession(id)
    if (result.kind === 'failed') {
      return showToast(changeFailureToast(words.notEnded, result, account.unknown))
    }
    // The button goes with its row, and the focus would be lost with it.
    list.current?.focus()
    setSessions((shown) => shown?.filter((session) => session.id !== id) ?? null)
    showToast({ title: words.ended })
  }

  return (
    <>
      <Button variant="quiet" onClick={() => void oneAtATime(show)}>
        {words.title}
      </Button>
      <Dialog open={sessions !== null} title={words.title} onClose={close}>
        <ul ref={list} tabIndex={-1} aria-label={words.title} className={styles.sessions}>
          {sessions?.map((session) => (
            <OpenSessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
          ))}
        </ul>
        <DialogButtons>
          <Button variant="primary" onClick={close}>
            {words.done}
          </Button>
        </DialogButtons>
      </Dialog>
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : words.endTitle(words.device(deviceOf(asked.user_agent)))}
        text={words.endText}
        confirm={words.end}
        onConfirm={() => {
          setAsked(null)
          if (asked !== null) void oneAtATime(() => end(asked.id))
        }}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

interface OpenSessionRowProps {
  session: OpenSession
  onEnd: () => void
}

function OpenSessionRow({ session, onEnd }: OpenSessionRowProps) {
  const device = words.device(deviceOf(session.user_agent))
  const linesId = useId()
  const { name: zone } = useTimeZone()
  return (
    <li className={styles.session}>
      <div id={linesId}>
        <p className={styles.device}>{device}</p>
        {session.is_current && <p className={`hint ${styles.line}`}>{words.current}</p>}
        <p className={`hint ${styles.line}`}>{words.begun(session.created_at, zone)}</p>
        <p className={`hint ${styles.line}`}>{words.lastUsed(session.last_used_at, zone)}</p>
      </div>
      {!session.is_current && (
        <TextButton aria-label={words.endOf(device)} aria-describedby={linesId} onClick={onEnd}>
          {words.end}
        </TextButton>
      )}
    </li>
  )
}
