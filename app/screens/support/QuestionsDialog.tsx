import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNow } from '../../device/use-now.ts'
import { useOnline } from '../../device/use-online.ts'
import { askConsultant, noteRepliesRead } from '../../family/support.ts'
import type { FamilyQuestion } from '../../family/support-schema.ts'
import { useSupport } from '../../family/use-support.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { type Failure, failedResult } from '../../wire/failures.ts'
import { whenText } from '../../words/carers/carers.es.ts'
import { questions as words } from '../../words/carers/support.es.ts'
import { common } from '../../words/entrance.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import styles from './Support.module.css'

interface QuestionsDialogProps {
  open: boolean
  onClose: () => void
}

/** A question to whoever looks after the family, and what was asked before. What is typed stays until it is sent. */
export function QuestionsDialog({ open, onClose }: QuestionsDialogProps) {
  const [text, setText] = useState('')
  useUnsavedInput(text !== '')
  return (
    <Dialog open={open} title={words.title} onClose={onClose}>
      <Asking text={text} onText={setText} onClose={onClose} />
      <Asked />
    </Dialog>
  )
}

/** The most characters that the database takes. */
const MOST = 1000

interface AskingProps {
  text: string
  onText: (text: string) => void
  onClose: () => void
}

function Asking({ text, onText, onClose }: AskingProps) {
  const [busy, setBusy] = useState(false)
  const isOnline = useOnline()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const question = text.trim()
    if (busy || question === '') return
    setBusy(true)
    const { failure } = await askConsultant(question)
    setBusy(false)
    if (failure !== null) return showToast(failureToast(failure))
    onText('')
    onClose()
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
        onChange={(event) => onText(event.target.value)}
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
  const [hadReplies] = useState((support?.replies.length ?? 0) > 0)
  useEffect(() => {
    if (hadReplies) list.current?.focus()
    noteRepliesRead()
  }, [hadReplies])
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
      {reply === null || replied_at === null ? (
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
function failureToast(failure: Failure): ToastMessage {
  const { code } = failedResult(failure)
  const own = { '23514': words.full, '42501': words.nobody }[code ?? '']
  return authFailureToast(words.failed, { code: own ? null : code, message: own ?? words.again })
}
