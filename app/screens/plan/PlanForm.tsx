import type { FormEvent, ReactNode } from 'react'
import type { BabyInfo } from '../../../core/age.ts'
import type { NapsCount, SleepPlan } from '../../../core/plan.ts'
import type { LocalDate } from '../../../core/sleep-record.ts'
import { planScreen } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { Face, ScreenTitle } from '../../ui/Face.tsx'
import { PlanRibbon } from '../../ui/PlanRibbon.tsx'
import { Section } from '../../ui/Section.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { showToast } from '../../ui/toasts.ts'
import { YourDataSection } from '../your-data/YourDataSection.tsx'
import { BabySection } from './BabySection.tsx'
import { NapSection } from './NapSection.tsx'
import styles from './PlanForm.module.css'
import { shapeOf } from './plan-edits.ts'
import { saveToast } from './plan-save.ts'
import { RemindersSection } from './RemindersSection.tsx'
import { usePlanForm } from './use-plan-form.ts'
import { WakeWindowField } from './WakeWindowField.tsx'

const NAPS_COUNTS: readonly { value: NapsCount; label: string }[] = [
  { value: 2, label: '2' },
  { value: 3, label: '3' },
  { value: 4, label: '4' },
]

interface PlanFormProps {
  topBar: ReactNode
  baby: BabyInfo
  plan: SleepPlan
  today: LocalDate
}

export function PlanForm({ topBar, baby, plan, today }: PlanFormProps) {
  const { form, errors, unsaved, edit, editNap, save } = usePlanForm(baby, plan, today)
  const naps = form.naps.slice(0, form.napsCount).map((nap, index) => ({ nap, index }))
  const shape = shapeOf(form)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (errors) event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const outcome = await save()
    if (outcome) showToast(saveToast(outcome))
  }

  return (
    <>
      <Face>
        {topBar}
        <ScreenTitle title={planScreen.title} subtitle={planScreen.subtitle} />
        {shape && <PlanRibbon label={planScreen.shape(form.napsCount)} shape={shape} />}
      </Face>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <BabySection name={form.name} years={form.ageYears} months={form.ageMonths} onChange={edit} />
        <Section title={planScreen.morning}>
          <div className={styles.morning}>
            <WakeWindowField
              name={planScreen.wakeWindowAfterWaking}
              value={form.firstWakeWindow}
              example={errors?.firstWakeWindow ?? null}
              onChange={(firstWakeWindow) => edit({ firstWakeWindow })}
            />
          </div>
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
        {naps.map(({ nap, index }) => (
          <NapSection
            key={index}
            napNumber={index + 1}
            nap={nap}
            last={index + 1 === form.napsCount}
            example={errors?.naps[index] ?? null}
            onChange={(change) => editNap(index, change)}
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
      <YourDataSection />
    </>
  )
}
