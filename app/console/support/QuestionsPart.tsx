import { type FormEvent, useState } from 'react'
import { useNow } from '../../device/use-now.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { whenText } from '../../words/carers/carers.es.ts'
import { questions as words } from '../../words/console/support.es.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { supportFailureToast } from './failure-toast.ts'
import { MOST_REPLY_LETTERS } from './limits.ts'
import type { Place } from './place.ts'
import type { Question } from './remote-support.ts'
import styles from './Support.module.css'

/** What the family asks: what waits for an answer first, the oldest of it first; what has one behind a button. */
export function QuestionsPart({ questions, ...place }: Place & { questions: readonly Question[] }) {
  const [areAllShown, setAllShown] = useState(false)
  const open = questions.filter(({ reply }) => reply === null).toReversed()
  const answered = questions.filter(({ reply }) => reply !== null)
  const shown = areAllShown || open.length === 0 ? [...open, ...answered] : open
  return (
    <section className={styles.block}>
      <h2>{words.title}</h2>
      {questions.length === 0 && <p className="hint">{words.none}</p>}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={words.list}>
          {shown.map((question) => (
            <QuestionRow key={question.id} {...place} question={question} />
          ))}
        </ul>
      )}
      {shown.length < questions.length && (
        <TextButton onClick={() => setAllShown(true)}>{words.earlier(answered.length)}</TextButton>
      )}
    </section>
  )
}

function QuestionRow({ question, ...place }: Place & { question: Question }) {
  const [isChanging, setChanging] = useState(false)
  const now = useNow()
  const zone = useTimeZone()
  const { reply, replied_by, replied_at } = question
  return (
    <li className={styles.question}>
      <p className={styles.words}>{question.question}</p>
      <p className="hint num">{words.asked(whenText(question.asked_at, now, zone))}</p>
      {reply !== null && !isChanging && (
        <div className={styles.reply}>
          <p className={styles.words}>{reply}</p>
          <p className="hint num">
            {words.replied(replied_by, whenText(replied_at ?? question.asked_at, now, zone))}
          </p>
          <TextButton onClick={() => setChanging(true)}>{words.change}</TextButton>
        </div>
      )}
      {(reply === null || isChanging) && (
        <ReplyForm
          {...place}
          question={question}
          onLeave={reply === null ? null : () => setChanging(false)}
        />
      )}
    </li>
  )
}

interface ReplyFormProps extends Place {
  question: Question
  /** Leaves the answer that is there as it is; null: there is none. */
  onLeave: (() => void) | null
}

function ReplyForm({ question, onLeave, support, draftKey, refresh }: ReplyFormProps) {
  const { draft, setDraft, settle } = useDraft<string>(`${draftKey} reply ${question.id}`)
  const [busy, setBusy] = useState(false)
  const text = draft ?? question.reply ?? ''

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    const { failure } = await support.reply(question.id, text.trim())
    if (failure === null) await refresh()
    setBusy(false)
    if (failure !== null) return showToast(supportFailureToast(failure))
    settle(draft)
    onLeave?.()
    showToast({ title: words.sent })
  }

  function leave() {
    setDraft(null)
    onLeave?.()
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)}>
      <LongTextField
        label={words.reply}
        rows={2}
        maxLength={MOST_REPLY_LETTERS}
        value={text}
        readOnly={busy}
        onChange={(event) =>
          setDraft(event.target.value === (question.reply ?? '') ? null : event.target.value)
        }
      />
      <div className={styles.actions}>
        {onLeave !== null && (
          <Button variant="quiet" onClick={leave}>
            {words.cancel}
          </Button>
        )}
        <Button type="submit" variant="quiet" aria-disabled={busy || text.trim() === ''}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
