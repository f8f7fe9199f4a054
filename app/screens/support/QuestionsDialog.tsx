import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useOnline } from '../../device/network/use-online.ts'
import { settings } from '../../device/settings.ts'
import { useNow } from '../../device/use-now.ts'
import { askConsultant, noteDraft, noteRepliesRead } from '../../family/support.ts'
import type { FamilyQuestion } from '../../family/support-schema.ts'
import { useKeptSupport, useQuestionUnderWay, useSupport } from '../../family/use-support.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import type { FailedResult } from '../../wire/failures.ts'
import { whenText } from '../../words/carers/carers.es.ts'
import { questions as words } from '../../words/carers/support.es.ts'
import { common } from '../../words/entrance.es.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import styles from './Support.module.css'

interface QuestionsDialogProps {
  open: boolean
  onClose: () => void
}

/** A question to whoever looks after the family, and what was asked before. What is typed is kept until it is sent. */
export function QuestionsDialog({ open, onClose }: QuestionsDialogProps) {
  return (
    <Dialog open={open} title={words.title} onClose={onClose}>
      <Asking onClose={onClose} />
      <Asked />
    </Dialog>
  )
}

/** The most characters that the database takes. */
const MOST = 1000

function Asking({ onClose }: { onClose: () => void }) {
  const text = useKeptSupport()?.draft ?? ''
  const busy = useQuestionUnderWay()
  const isStillOpen = useStillOpen()
  const isOnline = useOnline()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const question = text.trim()
    if (busy || question === '') return
    const result = await askConsultant(question)
    if (result.kind === 'failed') return showToast(failureToast(result))
    if (isStillOpen()) onClose()
    showToast({ title: words.sent, detail: words.sentDetail })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextArea
        label={words.field}
        hint={isOnline ? words.hint : words.offline}
        value={text}
        maxLength={MOST}
        required
        readOnly={busy}
        onChange={(event) => noteDraft(event.target.value)}
      />
      <DialogActions cancel={common.close} onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? words.sending : words.send}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Whoever has a reply to read sees it before the keyboard comes. */
function Asked() {
  const list = useRef<HTMLUListElement>(null)
  const support = useSupport()
  const asked = support?.questions ?? []
  const unread = support?.replies.length ?? 0
  const [hadReplies] = useState(unread > 0)
  useEffect(() => {
    if (hadReplies) list.current?.focus()
  }, [hadReplies])
  // One that comes while this is open is read here, too.
  useEffect(() => {
    if (unread > 0) noteRepliesRead()
  }, [unread])
  if (asked.length === 0) return null
  return (
    <ul ref={list} className={styles.asked} tabIndex={-1} aria-label={words.list}>
      {asked.map((question) => (
        <Question key={question.id} question={question} />
      ))}
    </ul>
  )
}

function Question({
  question: { question, asked_at, reply, replied_by, replied_at },
}: {
  question: FamilyQuestion
}) {
  const now = useNow()
  const zone = useTimeZone()
  return (
    <li>
      <p className={styles.said}>{question}</p>
      <p className={`hint num ${styles.when}`}>{words.asked(whenText(asked_at, now, zone))}</p>
      {reply === null || replied_by === null || replied_at === null ? (
        <p className={`hint ${styles.when}`}>{words.waiting}</p>
      ) : (
        <div className={styles.reply}>
          <p className={styles.said}>{reply}</p>
          <p className={`hint num ${styles.when}`}>
            {words.replied(replied_by, whenText(replied_at, now, zone))}
          </p>
        </div>
      )}
    </li>
  )
}

/** The database speaks English, to programs. */
function failureToast(failed: FailedResult): ToastMessage {
  const { code } = failed
  const own = { '23514': words.full, '42501': words.nobody(settings.brand.provider) }[code ?? '']
  const said = { ...failed, code: own ? null : code, message: own ?? words.again }
  return changeFailureToast(words.failed, said, words.unknown)
}
