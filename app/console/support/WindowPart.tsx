import { type FormEvent, useState } from 'react'
import { localDateAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { useNow } from '../../device/use-now.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { OpenDateField } from '../../ui/fields/OpenDateField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { dayText } from '../../words/carers/carers.es.ts'
import { supportWindow as words } from '../../words/console/support.es.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { supportFailureToast } from './failure-toast.ts'
import { MOST_HOURS_LETTERS } from './limits.ts'
import type { Place } from './place.ts'
import type { Agreed, SupportWindow } from './remote-support.ts'
import styles from './Support.module.css'
import { windowProblem } from './window-problem.ts'

/** The latest day that the database takes. */
const LAST_DAY = '2100-12-31'
const NO_WINDOW: SupportWindow = { starts_on: '', ends_on: '', hours: '' }

/** Until when the family has bought the consultant's support, and when she answers. */
export function WindowPart({ support, draftKey, refresh, agreed }: Place & { agreed: Agreed | null }) {
  const { draft, setDraft, settle } = useDraft<SupportWindow>(`${draftKey} window`)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const now = useNow()
  const shown = draft ?? agreed?.support ?? NO_WINDOW
  const problem = windowProblem(shown)
  // It ends with the midnight after the last day.
  const lastInstant = agreed?.until == null ? null : Date.parse(agreed.until) - 1
  const isEndedFirst =
    problem === null && lastInstant !== null && localDateAt(lastInstant, MADRID) < shown.ends_on

  const edit = (change: Partial<SupportWindow>) => setDraft({ ...shown, ...change })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (busy || draft === null || problem !== null) return
    setBusy(true)
    const { failure } = await support.setWindow({ ...shown, hours: shown.hours.trim() })
    if (failure === null) await refresh()
    setBusy(false)
    if (failure !== null) return showToast(supportFailureToast(failure))
    settle(draft)
    setTried(false)
    showToast({ title: words.saved })
  }

  return (
    <section className={styles.block}>
      <h2>{words.title}</h2>
      <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <div className={styles.dates}>
          <OpenDateField
            label={words.from}
            max={LAST_DAY}
            value={shown.starts_on}
            error={isTried && problem === 'from' ? words.none : null}
            onChange={(starts_on) => edit({ starts_on })}
          />
          <OpenDateField
            label={words.to}
            max={LAST_DAY}
            value={shown.ends_on}
            error={problem === 'order' ? words.order : isTried && problem === 'to' ? words.none : null}
            onChange={(ends_on) => edit({ ends_on })}
          />
        </div>
        <TextField
          label={words.hours}
          placeholder={words.hoursPlaceholder}
          autoComplete="off"
          maxLength={MOST_HOURS_LETTERS}
          hint={words.hoursHint}
          value={shown.hours}
          onChange={(event) => edit({ hours: event.target.value })}
        />
        <p className="hint">
          {lastInstant === null
            ? words.untilEnded
            : words.until(dayText(new Date(lastInstant).toISOString(), now, MADRID))}{' '}
          {isEndedFirst && words.endsFirst}
        </p>
        <Button type="submit" variant="quiet" aria-disabled={busy || draft === null}>
          {words.save}
        </Button>
      </form>
    </section>
  )
}
