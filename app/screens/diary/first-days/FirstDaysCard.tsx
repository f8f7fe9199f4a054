import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type BabyInfo,
  DEFAULT_BABY_NAME,
  givenName,
  MAX_BABY_NAME_LENGTH,
} from '../../../../core/baby/age.ts'
import { type BornEntry, firstDaysPatch, readBorn, usualNapsCount } from '../../../../core/plan/first-days.ts'
import type { NapsCount, SleepPlan } from '../../../../core/plan/plan.ts'
import type { LocalDate } from '../../../../core/time/time.ts'
import { updateBabyAndPlan } from '../../../changes/changes.ts'
import { useUnsavedInput } from '../../../navigation/unsaved-input.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { showToast } from '../../../ui/overlays/toasts.ts'
import { firstDays as words } from '../../../words/first-days.es.ts'
import { planScreen } from '../../../words/screens.es.ts'
import { saveToast } from '../../plan/plan-save.ts'
import { BornField } from './BornField.tsx'
import styles from './FirstDaysCard.module.css'

interface FirstDaysCardProps {
  baby: BabyInfo
  plan: SleepPlan
  today: LocalDate
  /** A tap has opened the card, so the focus comes along. */
  isOpened: boolean
  onTouched: () => void
  onPutOff: () => void
  onSaved: () => void
}

const NAPS = ([2, 3, 4] as const).map((value) => ({ value, label: String(value) }))

/** Name, birth and naps: all that a new family is asked. */
export function FirstDaysCard({ baby, plan, today, isOpened, ...on }: FirstDaysCardProps) {
  const [typedName, setTypedName] = useState<string | null>(null)
  const [entry, setEntry] = useState<BornEntry>({ by: 'age', date: '', count: '', unit: 'months' })
  const [chosenNaps, setChosenNaps] = useState<NapsCount | null>(null)
  const [isTouched, setTouched] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useUnsavedInput(isTouched)
  useEffect(() => {
    if (isOpened) title.current?.focus({ preventScroll: true })
  }, [isOpened])

  const born = readBorn(entry, today)
  const usualNaps = usualNapsCount(plan, born.ok ? born.birthDate : null, today)
  const naps = chosenNaps ?? usualNaps ?? plan.naps_count

  function touch() {
    setTouched(true)
    on.onTouched()
  }

  async function start(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!born.ok) {
      form.current?.querySelector<HTMLElement>('input:is([type=number], [type=date])')?.focus()
      return
    }
    const patch = firstDaysPatch({ typedName, birthDate: born.birthDate, naps }, plan)
    const outcome = await updateBabyAndPlan(patch.baby, patch.plan).then(
      () => 'saved' as const,
      () => 'failed' as const,
    )
    showToast(saveToast({ baby: outcome, plan: outcome }))
    if (outcome === 'saved') on.onSaved()
  }

  return (
    <form
      ref={form}
      className={styles.card}
      noValidate
      onSubmit={(event) => void start(event)}
      onChange={touch}
    >
      <div>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {words.title}
        </h2>
        <p className={styles.why}>{words.why}</p>
      </div>
      <TextField
        label={planScreen.name}
        placeholder={DEFAULT_BABY_NAME}
        value={typedName ?? givenName(baby) ?? ''}
        autoComplete="off"
        maxLength={MAX_BABY_NAME_LENGTH}
        onChange={(event) => setTypedName(event.target.value)}
      />
      <BornField entry={entry} born={born} today={today} isAsked={isAsked} onChange={setEntry} />
      <div>
        <Segmented
          legend={words.naps}
          name="first-naps"
          options={NAPS}
          value={naps}
          onChange={setChosenNaps}
        />
        <p className={styles.hint}>{usualNaps !== null && chosenNaps === null && words.usual}</p>
      </div>
      <div className={styles.answers}>
        <Button variant="quiet" onClick={on.onPutOff}>
          {words.later}
        </Button>
        <Button variant={born.ok ? 'primary' : 'quiet'} type="submit">
          {words.start}
        </Button>
      </div>
    </form>
  )
}
