import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { BabyInfo } from '../../../core/age.ts'
import type { NapsCount, SleepPlan } from '../../../core/plan.ts'
import { planFormOf, validatePlanForm } from '../../../core/plan-form.ts'
import type { LocalDate } from '../../../core/sleep-record.ts'
import { planScreen } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { Face } from '../../ui/Face.tsx'
import { PlanRibbon } from '../../ui/PlanRibbon.tsx'
import { Section } from '../../ui/Section.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { showToast } from '../../ui/toasts.ts'
import { BabySection } from './BabySection.tsx'
import { NapSection } from './NapSection.tsx'
import styles from './PlanForm.module.css'
import {
  changesToSave,
  editedForm,
  editNap,
  isEdited,
  type PlanEdits,
  shapeOf,
  withoutSaved,
} from './plan-edits.ts'
import { saveChanges, saveToast } from './plan-save.ts'
import { RemindersSection } from './RemindersSection.tsx'
import { WakeWindowField } from './WakeWindowField.tsx'

const NAPS_COUNTS: readonly { value: NapsCount; label: string }[] = [
  { value: 2, label: '2' },
  { value: 3, label: '3' },
  { value: 4, label: '4' },
]

interface PlanFormProps {
  head: ReactNode
  baby: BabyInfo
  plan: SleepPlan
  today: LocalDate
}

export function PlanForm({ head, baby, plan, today }: PlanFormProps) {
  const [edits, setEdits] = useState<PlanEdits>({})
  const stored = planFormOf(baby, plan, today)
  const form = editedForm(stored, edits)
  const checked = validatePlanForm(form, baby.birth_date, today)
  const errors = checked.ok ? null : checked.errors
  const shape = shapeOf(form)
  const unsaved = isEdited(stored, edits)
  useWarningBeforeLeaving(unsaved)

  const edit = (change: PlanEdits) => setEdits((current) => ({ ...current, ...change }))

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!checked.ok) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    const outcome = await saveChanges(changesToSave(edits, checked, baby, plan))
    const saved = { baby: outcome.baby !== 'failed', plan: outcome.plan !== 'failed' }
    // What was typed while it was being saved is newer than what was saved.
    setEdits((current) => (current === edits ? withoutSaved(current, saved) : current))
    showToast(saveToast(outcome))
  }

  return (
    <>
      <Face>
        {head}
        {shape && <PlanRibbon label={planScreen.shape(form.napsCount)} shape={shape} />}
      </Face>
      <form noValidate onSubmit={(event) => void save(event)}>
        <BabySection name={form.name} years={form.ageYears} months={form.ageMonths} onChange={edit} />
        <Section title={planScreen.morning}>
          <WakeWindowField
            name={planScreen.wakeWindowAfterWaking}
            value={form.firstWakeWindow}
            example={errors?.firstWakeWindow ?? null}
            onChange={(firstWakeWindow) => edit({ firstWakeWindow })}
          />
        </Section>
        <Section title={planScreen.dailyNaps}>
          <Segmented
            legend={planScreen.dailyNaps}
            hideLegend
            name="naps"
            large
            options={NAPS_COUNTS}
            value={form.napsCount}
            onChange={(napsCount) => edit({ napsCount })}
          />
        </Section>
        {form.naps.slice(0, form.napsCount).map((nap, index) => (
          <NapSection
            // biome-ignore lint/suspicious/noArrayIndexKey: a nap of the plan is its place in the day
            key={index}
            napNumber={index + 1}
            nap={nap}
            last={index === form.napsCount - 1}
            example={errors?.naps[index] ?? null}
            onChange={(change) => setEdits((current) => editNap(current, index, change))}
          />
        ))}
        <RemindersSection on={plan.reminders} />
        <Section>
          <Button variant="primary" type="submit">
            {planScreen.save}
          </Button>
          <p className={styles.unsaved} role="status">
            {unsaved && planScreen.unsaved}
          </p>
        </Section>
      </form>
    </>
  )
}

/** Closing the page would lose what isn't saved: the browser asks first. */
function useWarningBeforeLeaving(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
