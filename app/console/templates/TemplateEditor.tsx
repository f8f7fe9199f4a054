import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { shapeOf } from '../../screens/plan/plan-edits.ts'
import { useOneAtATime } from '../../screens/shared/use-one-at-a-time.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { leadFocus, useKeptFocus } from '../../ui/layout/focus.ts'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { type Failure, mayBeDone } from '../../wire/failures.ts'
import { planEditor } from '../../words/console/plans.es.ts'
import { theirText, templates as words } from '../../words/console/templates.es.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { draftUnder, useDraft } from '../drafts/use-draft.ts'
import { PlanEditor } from '../plans/PlanEditor.tsx'
import { deleteTemplate, type Template } from '../plans/remote-templates.ts'
import { Tape } from '../plans/Tapes.tsx'
import { focusWrongField } from '../shared/focus-wrong-field.ts'
import { notDoneToast } from '../shared/not-done-toast.ts'
import { type UnknownWords, unknownToast } from '../shared/unknown-toast.ts'
import { saveDraft } from './save-draft.ts'
import styles from './Templates.module.css'
import {
  checkTemplate,
  draftAfter,
  isAsBegun,
  type TemplateDraft,
  templateDraftOf,
} from './template-draft.ts'

const MOST_NAME_LETTERS = 60

interface TemplateEditorProps {
  id: string
  /** As it is saved; null: a new one, or one that is deleted. */
  template: Template | null
  accountId: string
  draftKey: string
  onSaved: (template: Template) => void
  onRemoved: () => void
  /** Nobody knows what has become of a change: the list may. */
  onUnknown: () => void
  onLeave: () => void
}

/** One template: its name, its ages and its plan. */
export function TemplateEditor({
  id,
  template,
  accountId,
  draftKey,
  onSaved,
  onRemoved,
  onUnknown,
  onLeave,
}: TemplateEditorProps) {
  const { draft: edited, setDraft: setEdited, settle } = useDraft<TemplateDraft>(draftKey)
  const [isTried, setTried] = useState(false)
  const [busy, oneAtATime] = useOneAtATime()
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const draft = edited ?? templateDraftOf(template)
  // The button that deletes it goes once the list is without it, and what was typed stays.
  useKeptFocus(template === null ? 0 : 1, () => heading.current)
  const isGone = template === null && draft.before !== null
  const checked = checkTemplate(draft)
  const problems = checked.ok ? null : checked.problems

  function edit(change: Partial<TemplateDraft>) {
    const next = { ...draft, ...change }
    // Of one that is gone from the list all is still to be saved, and so it is while something else is being saved.
    setEdited(isAsBegun(next) && !isGone && !busy ? null : next)
  }

  function discard() {
    replaceDraft(draftKey, null, words.discarded)
    if (isGone) onLeave()
    else leadFocus(heading.current)
  }

  function showFailure(failure: Failure, title: string, unknown: UnknownWords) {
    if (mayBeDone(failure)) onUnknown()
    showToast(failureToast(failure, title, unknown))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!checked.ok) return focusWrongField(event.currentTarget)
    await oneAtATime(async () => {
      const sent = await saveDraft(id, draft, checked.template, accountId)
      const typed = draftUnder(draftKey) as TemplateDraft | null
      if (sent.kind === 'failed') {
        if (sent.unheard !== null && typed !== null) {
          setEdited({ ...typed, unheard: [...typed.unheard, sent.unheard] })
        }
        return showFailure(sent.failure, words.notDone, words)
      }
      if (sent.kind === 'overtaken') {
        // What was typed meanwhile is tried against theirs when it is saved.
        if (typed === edited) setEdited(sent.draft)
        return showToast({ title: words.overtaken, detail: words.overtakenDetail, tone: 'failure' })
      }
      // What was typed while it was being saved is still there to be saved.
      if (!settle(edited) && typed !== null) setEdited(draftAfter(typed, draft, sent.template))
      onSaved(sent.template)
      setTried(false)
      showToast({ title: words.saved, ...(sent.isMerged && { detail: words.merged }) })
    })
  }

  async function remove() {
    setAsking(false)
    await oneAtATime(async () => {
      const { failure } = await deleteTemplate(id, accountId)
      if (failure !== null) return showFailure(failure, words.notRemoved, words.removal)
      setEdited(null)
      onRemoved()
      showToast({ title: words.removed })
    })
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1}>
        {(template ?? draft.before)?.name ?? words.newTitle}
      </h2>
      {isGone && <p className={styles.wrong}>{words.goneText}</p>}
      <div className={styles.about}>
        <TextField
          label={words.name}
          placeholder={words.namePlaceholder}
          autoComplete="off"
          maxLength={MOST_NAME_LETTERS}
          value={draft.name}
          error={isTried && problems?.name ? words.nameMissing : null}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <Ages draft={draft} isWrong={isTried && problems?.ages === true} onChange={edit} />
      </div>
      <Tape title={planEditor.tape} shape={shapeOf(draft.form)} napsCount={draft.form.napsCount} />
      <PlanEditor draft={draft.form} errors={problems?.plan ?? null} onChange={(form) => edit({ form })} />
      <Theirs draft={draft} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onLeave}>
          {words.leave}
        </Button>
        {template !== null && (
          <Button variant="quiet" icon="trash-2" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        )}
        {edited !== null && (
          <Button variant="quiet" aria-disabled={busy} onClick={busy ? undefined : discard}>
            {words.discard}
          </Button>
        )}
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.save}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={words.removeTitle(template?.name ?? '')}
        text={words.removeText}
        confirm={words.removeConfirm}
        danger
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </form>
  )
}

interface AgesProps {
  draft: TemplateDraft
  isWrong: boolean
  onChange: (change: Partial<TemplateDraft>) => void
}

function Ages({ draft, isWrong, onChange }: AgesProps) {
  const hintId = useId()
  return (
    <fieldset className={styles.ages}>
      <legend>{words.ages}</legend>
      <div>
        <NumberField
          label={words.from}
          value={draft.from}
          max={83}
          invalid={isWrong}
          describedBy={hintId}
          onChange={(from) => onChange({ from })}
        />
        <NumberField
          label={words.to}
          value={draft.to}
          max={84}
          invalid={isWrong}
          describedBy={hintId}
          onChange={(to) => onChange({ to })}
        />
      </div>
      <p id={hintId} className={isWrong ? styles.wrong : 'hint'} role="status">
        {isWrong ? words.agesWrong : words.agesHint}
      </p>
    </fieldset>
  )
}

/** What somebody else has made of the parts that were changed here as well. */
function Theirs({ draft: { before, overtaken } }: { draft: TemplateDraft }) {
  if (before === null || overtaken.length === 0) return null
  return (
    <div>
      <p className={styles.wrong}>{words.theirs}</p>
      <ul>
        {overtaken.map((part) => (
          <li key={part} className="num">
            {theirText(part, before)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function failureToast(failure: Failure, title: string, unknown: UnknownWords) {
  const { refused, full, later } = words
  return unknownToast(failure, unknown) ?? notDoneToast(failure, { title, refused, full, later })
}
