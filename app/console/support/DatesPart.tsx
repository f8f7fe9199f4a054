import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type LocalDate, localDateAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { useNow } from '../../device/use-now.ts'
import { whileBusy } from '../../screens/shared/while-busy.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { OpenDateField } from '../../ui/fields/OpenDateField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { isFocusAt, useKeptFocus } from '../../ui/layout/focus.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { mayBeDone } from '../../wire/failures.ts'
import { untilText } from '../../words/carers/carers.es.ts'
import { asking } from '../../words/console/families.es.ts'
import { supportDates as words } from '../../words/console/support.es.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { askingFailure } from '../requests/asking-failure.ts'
import { BEGINS_TOO_LATE, MOST_HOURS_LETTERS } from '../requests/remote-asking.ts'
import { focusWrongField } from '../shared/focus-wrong-field.ts'
import { sentFailureToast } from './calls/failure-toast.ts'
import type { SupportDates, SupportedFamily } from './calls/remote-support.ts'
import type { Place } from './place.ts'
import styles from './Support.module.css'
import {
  type DatesDraft,
  type DatesProblem,
  datesDraft,
  datesProblem,
  LAST_DAY,
  NO_DATES,
  overtakenIn,
  setDates,
  withDraft,
} from './support-dates.ts'

interface DatesPartProps extends Omit<Place, 'refresh'> {
  family: SupportedFamily
  /** A call has saved these, or found them saved. */
  onDates: (familyId: string, dates: SupportDates) => void
}

/** Until when the family has bought the consultant's support, and when she answers. */
export function DatesPart({ calls, draftKey, family, onDates }: DatesPartProps) {
  const key = `${draftKey} dates`
  const { draft, setDraft, settle } = useDraft<DatesDraft>(key)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  /** A beginning that the database finds too far ahead, by its own clock. */
  const [refusedStart, setRefusedStart] = useState<LocalDate | null>(null)
  const stored = family.support ?? NO_DATES
  const shown = withDraft(stored, draft)
  const problem = datesProblem(shown)
  const overtaken = overtakenIn(stored, draft)
  const isOvertaken = overtaken.length > 0
  useKeptFocus(isOvertaken ? 1 : 0, () => heading.current)

  function errorOf(field: DatesProblem['field']): string | null {
    if (field === 'from' && shown.starts_on === refusedStart) return words.problem.late
    if (problem?.field !== field || (problem.why === 'missing' && !isTried)) return null
    return words.problem[problem.why]
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setTried(true)
    if (problem !== null) return focusWrongField(form)
    if (draft === null) return
    const dates = { ...shown, hours: shown.hours.trim() }
    // What stands in the fields, or is said under them, has been seen.
    const save = () => setDates(calls.setDates, dates, family.support, draft)
    const { data: other, failure } = await whileBusy(setBusy, save)
    if (failure?.message === BEGINS_TOO_LATE) {
      // The field is marked before it is looked for.
      flushSync(() => setRefusedStart(dates.starts_on))
      // Whoever is writing elsewhere by now is left there.
      if (isFocusAt(form)) focusWrongField(form)
      return
    }
    if (failure !== null) {
      if (mayBeDone(failure) && settle(draft)) setDraft({ ...draft, unheard: [...draft.unheard, dates] })
      return showToast(sentFailureToast(failure, words))
    }
    onDates(family.family_id, other ?? dates)
    if (other !== null) {
      if (settle(draft)) setDraft({ ...draft, unheard: [] })
      return showToast({ title: words.overtakenTitle, detail: words.overtakenDetail, tone: 'failure' })
    }
    settle(draft)
    setTried(false)
    showToast({ title: words.saved })
  }

  const edit = (change: Partial<SupportDates>) => setDraft(datesDraft(stored, draft, change))
  return (
    <section className={styles.block}>
      <h2 ref={heading}>{words.title}</h2>
      <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <div className={styles.dates}>
          <OpenDateField
            label={words.from}
            max={LAST_DAY}
            readOnly={busy}
            value={shown.starts_on}
            error={errorOf('from')}
            onChange={(starts_on) => edit({ starts_on })}
          />
          <OpenDateField
            label={words.to}
            max={LAST_DAY}
            readOnly={busy}
            value={shown.ends_on}
            error={errorOf('to')}
            onChange={(ends_on) => edit({ ends_on })}
          />
        </div>
        <TextField
          label={words.hours}
          placeholder={words.hoursPlaceholder}
          autoComplete="off"
          maxLength={MOST_HOURS_LETTERS}
          hint={words.hoursHint}
          readOnly={busy}
          value={shown.hours}
          onChange={(event) => edit({ hours: event.target.value })}
        />
        <Access
          calls={calls}
          family={family}
          dates={problem === null ? shown : null}
          isSaved={draft === null}
          heading={heading}
        />
        <p className={styles.problem} role="status">
          {isOvertaken && words.overtaken(overtaken.map((field) => words.now[field](stored[field])))}
        </p>
        {isOvertaken && (
          <Button
            variant="quiet"
            aria-disabled={busy}
            onClick={busy ? undefined : () => replaceDraft(key, null, words.discarded)}
          >
            {words.discard}
          </Button>
        )}
        <Button type="submit" variant="quiet" aria-disabled={busy || draft === null}>
          {isOvertaken ? words.replace : words.save}
        </Button>
      </form>
    </section>
  )
}

interface AccessProps extends Pick<DatesPartProps, 'calls' | 'family'> {
  /** Null: they can't be saved. */
  dates: SupportDates | null
  isSaved: boolean
  /** Has the focus once the button that had it goes. */
  heading: RefObject<HTMLElement | null>
}

/** Until when the family lets its consultant look; if that is before the support ends, it can be asked for more. */
function Access({ calls, family: { email, until, asked }, dates, isSaved, heading }: AccessProps) {
  const [busy, setBusy] = useState(false)
  const now = useNow()
  const isAsked = asked !== null && asked.refused_at === null
  // It ends with the midnight after the last day.
  const isEndedFirst = dates !== null && localDateAt(Date.parse(until) - 1, MADRID) < dates.ends_on
  const isOffered = isEndedFirst && !isAsked && isSaved && email !== null
  useKeptFocus(isOffered ? 1 : 0, () => heading.current)

  async function ask(email: string, dates: SupportDates) {
    if (busy) return
    const work = () => calls.askLonger(email, words.purpose, dates)
    const { data, failure } = await whileBusy(setBusy, work)
    if (failure !== null) return showToast(askingFailure(failure, words.notAsked, asking.lost(email)))
    if ('refused' in data) {
      return showToast({ title: words.notAsked, detail: words.refusals[data.refused], tone: 'failure' })
    }
    showToast({ title: words.askedLonger, detail: words.askedLongerDetail })
  }

  return (
    <div>
      <p className="hint">
        {words.until(untilText(until, now, MADRID))} {isEndedFirst && !isAsked && words.endsFirst}
      </p>
      <p className="hint" role="status">
        {asked !== null && words.asked(asked.asked_at, asked.refused_at, now)}
      </p>
      {isOffered && (
        <TextButton aria-disabled={busy} onClick={() => void ask(email, dates)}>
          {words.askLonger}
        </TextButton>
      )}
    </div>
  )
}
