import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useNow } from '../../device/use-now.ts'
import type { FamilyQuestion } from '../../family/support-schema.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { whileBusy } from '../../screens/shared/while-busy.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { mayBeDone } from '../../wire/failures.ts'
import { whenText } from '../../words/carers/carers.es.ts'
import { questions as words } from '../../words/console/support.es.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { useDraft, useHasDraft } from '../drafts/use-draft.ts'
import { sentFailureToast } from './calls/failure-toast.ts'
import { ANSWERED_MEANWHILE } from './calls/remote-support.ts'
import { MOST_REPLY_LETTERS } from './limits.ts'
import type { Place } from './place.ts'
import { type ReplyDraft, replyDraftName } from './reply-draft.ts'
import styles from './Support.module.css'

const draftKeyOf = (place: Place, { id }: FamilyQuestion) => `${place.draftKey} ${replyDraftName(id)}`

/** What the family asks: what waits for an answer first, the oldest of it first; what has one behind a button. */
export function QuestionsPart({ questions, ...place }: Place & { questions: readonly FamilyQuestion[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasDraft = useHasDraft()
  const first = useFirst(questions)
  const open = questions.filter(({ id }) => first.has(id)).toReversed()
  const answered = questions.filter(({ id }) => !first.has(id))
  const [areAllShown, setAllShown] = useState(
    () => open.length === 0 || answered.some((question) => hasDraft(draftKeyOf(place, question))),
  )
  const shown = areAllShown ? [...open, ...answered] : open

  return (
    <section className={styles.block}>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      {questions.length === 0 && <p className="hint">{words.none}</p>}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={words.list}>
          {shown.map((question) => (
            <QuestionRow key={question.id} {...place} question={question} heading={heading} />
          ))}
        </ul>
      )}
      {shown.length < questions.length && (
        <TextButton
          onClick={() => {
            setAllShown(true)
            leadFocus(heading.current)
          }}
        >
          {words.earlier(answered.length)}
        </TextButton>
      )}
    </section>
  )
}

/** The ids of those that wait, or have waited since this was opened: a row that gets its answer keeps its place. */
function useFirst(questions: readonly FamilyQuestion[]): ReadonlySet<string> {
  const waiting = questions.filter(({ reply }) => reply === null).map(({ id }) => id)
  const [first, setFirst] = useState<ReadonlySet<string>>(() => new Set(waiting))
  if (waiting.every((id) => first.has(id))) return first
  const more = new Set([...first, ...waiting])
  setFirst(more)
  return more
}

interface QuestionRowProps extends Place {
  question: FamilyQuestion
  /** Has the focus once a form that had it goes. */
  heading: RefObject<HTMLElement | null>
}

function QuestionRow({ question, heading, ...place }: QuestionRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const [isChanging, setChanging] = useState(false)
  const now = useNow()
  const zone = useTimeZone()
  const { reply, replied_by, replied_at } = question
  const typed = useDraft<ReplyDraft>(draftKeyOf(place, question))
  const { draft } = typed
  const isWriting = reply === null || isChanging || draft !== null
  // Their own words may have arrived before the answer to them.
  const isOvertaken = draft !== null && draft.seen !== replied_at && draft.text.trim() !== reply

  function leave() {
    replaceDraft(draftKeyOf(place, question), null, words.discarded)
    close()
  }

  function close() {
    setChanging(false)
    // Whoever writes to another question by the time of the answer is left there.
    leadFocus(heading.current, row.current)
  }

  return (
    <li ref={row} className={styles.question}>
      <p className={styles.words}>{question.question}</p>
      <p className="hint num">{words.asked(whenText(question.asked_at, now, zone))}</p>
      {reply !== null && (!isWriting || isOvertaken) && (
        <div className={styles.reply}>
          <p className={styles.words}>{reply}</p>
          <p className="hint num">
            {words.replied(replied_by, whenText(replied_at ?? question.asked_at, now, zone))}
          </p>
          {!isWriting && <TextButton onClick={() => setChanging(true)}>{words.change}</TextButton>}
        </div>
      )}
      {isWriting && (
        <ReplyForm
          {...place}
          {...typed}
          question={question}
          isOvertaken={isOvertaken}
          isFocused={isChanging}
          onEdited={() => setChanging(reply !== null)}
          onSent={close}
          onLeave={leave}
        />
      )}
    </li>
  )
}

interface ReplyFormProps extends Omit<Place, 'draftKey'>, ReturnType<typeof useDraft<ReplyDraft>> {
  question: FamilyQuestion
  isOvertaken: boolean
  /** Whether it comes because it was asked for. */
  isFocused: boolean
  onEdited: () => void
  onSent: () => void
  /** Leaves the answer that is there as it is. */
  onLeave: () => void
}

function ReplyForm({ question, draft, isOvertaken, calls, refresh, ...props }: ReplyFormProps) {
  const [busy, setBusy] = useState(false)
  const { reply, replied_at } = question
  const text = draft?.text ?? reply ?? ''
  const isSendable = draft !== null && text.trim() !== ''

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !isSendable) return
    const sent = text.trim()
    const { failure, isRefused, read } = await whileBusy(setBusy, async () => {
      // Whichever answer stands above the form has been seen.
      const { failure } = await calls.reply(question.id, sent, replied_at)
      const isRefused = failure?.message === ANSWERED_MEANWHILE
      const read = failure === null || isRefused || mayBeDone(failure) ? await refresh() : null
      return { failure, isRefused, read }
    })
    // What was sent before may have arrived without its answer.
    const isThere = read?.questions.some(({ id, reply }) => id === question.id && reply === sent) === true
    if (failure !== null && !isThere) {
      const { overtakenTitle: title, overtakenDetail: detail } = words
      return showToast(isRefused ? { title, detail, tone: 'failure' } : sentFailureToast(failure, words))
    }
    props.settle(draft)
    props.onSent()
    showToast({ title: words.sent })
  }

  function edit(typed: string) {
    // A change that comes back to the answer's own words is still being written.
    props.onEdited()
    const isBack = typed === (reply ?? '')
    props.setDraft(isBack ? null : { text: typed, seen: draft === null ? replied_at : draft.seen })
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)}>
      <p className={styles.problem} role="status">
        {isOvertaken && words.overtaken(question.replied_by)}
      </p>
      <LongTextField
        label={words.reply}
        rows={2}
        maxLength={MOST_REPLY_LETTERS}
        value={text}
        readOnly={busy}
        autoFocus={props.isFocused}
        onChange={(event) => edit(event.target.value)}
      />
      <div className={styles.actions}>
        {reply !== null && (
          <Button variant="quiet" aria-disabled={busy} onClick={busy ? undefined : props.onLeave}>
            {words.discard}
          </Button>
        )}
        <Button type="submit" variant="quiet" aria-disabled={busy || !isSendable}>
          {isOvertaken ? words.replace : words.send}
        </Button>
      </div>
    </form>
  )
}
