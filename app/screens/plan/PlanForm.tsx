import type { FormEvent, ReactNode } from 'react'
import type { BabyInfo } from '../../../core/baby/age.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'
import { ScreenHead, ScreenTitle } from '../../ui/layout/ScreenHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { wakeWindowEvidence, wakeWindowExplained } from '../../words/plan.es.ts'
import { planScreen } from '../../words/screens.es.ts'
import { AccountEntry } from '../account/AccountEntry.tsx'
import { YourDataSection } from '../your-data/YourDataSection.tsx'
import { BabySection } from './BabySection.tsx'
import { HabitSection } from './HabitSection.tsx'
import { NapSections } from './NapSections.tsx'
import { NapsCount } from './NapsCount.tsx'
import styles from './PlanForm.module.css'
import { PlanTape } from './PlanTape.tsx'
import { shapeOf } from './plan-edits.ts'
import { saveToast } from './plan-save.ts'
import { RemindersSection } from './RemindersSection.tsx'
import { SaveBar } from './SaveBar.tsx'
import { usePlanForm } from './use-plan-form.ts'
import { WakeWindowField } from './WakeWindowField.tsx'
import { ZoneSection } from './zone/ZoneSection.tsx'
import { storedZone } from './zone/zone-edits.ts'

interface PlanFormProps {
  topBar: ReactNode
  /** What somebody proposes instead of this plan. */
  proposed: ReactNode
  baby: BabyInfo
  plan: SleepPlan
  today: LocalDate
  /** As the last days say it; null while they don't. */
  usualWakeUp: LocalTime | null
}

export function PlanForm({ topBar, proposed, baby, plan, today, usualWakeUp }: PlanFormProps) {
  const edited = usePlanForm(baby, plan, today)
  const { form, errors, unsaved, edit, editNap, save } = edited
  const shape = shapeOf(form)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (errors) event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const outcome = await save()
    if (outcome) showToast(saveToast(outcome))
  }

  return (
    <>
      <ScreenHead>
        {topBar}
        <ScreenTitle title={planScreen.title} subtitle={planScreen.subtitle} aside={<AccountEntry />} />
        {shape && <PlanTape shape={shape} napsCount={form.napsCount} usualWakeUp={usualWakeUp} />}
      </ScreenHead>
      {proposed}
      <form
        noValidate
        className={unsaved ? styles.unsaved : undefined}
        onSubmit={(event) => void submit(event)}
      >
        <BabySection
          name={form.name}
          onName={(name) => edit({ name })}
          birthDate={edited.birthDate ?? form.birthDate}
          age={{ years: form.ageYears, months: form.ageMonths, weeks: form.ageWeeks }}
          today={today}
          problems={errors?.birth ?? null}
          reads={edited.ageReads}
          onBirthDate={edited.editBirthDate}
          onAge={edit}
          onAgeLeft={edited.settleAge}
        />
        <HabitSection plan={plan} today={today} onTake={edited.takeHabits} />
        <Section title={planScreen.morning}>
          <div className={styles.morning}>
            <div className={styles.explained}>
              <p>{wakeWindowExplained}</p>
              <p>{wakeWindowEvidence}</p>
            </div>
            <WakeWindowField
              name={planScreen.wakeWindowAfterWaking}
              value={form.firstWakeWindow}
              example={errors?.firstWakeWindow ?? null}
              onChange={(firstWakeWindow) => edit({ firstWakeWindow })}
            />
          </div>
        </Section>
        <Section title={planScreen.dailyNaps}>
          <NapsCount value={form.napsCount} onChange={(napsCount) => edit({ napsCount })} />
        </Section>
        <NapSections plan={form} errors={errors} onNap={editNap} />
        <ZoneSection
          value={edited.timeZone}
          stored={storedZone(baby)}
          locked={edited.isZoneLocked}
          onChange={edited.editZone}
        />
        <RemindersSection on={plan.reminders} />
        <SaveBar unsaved={unsaved} />
      </form>
      <YourDataSection />
    </>
  )
}
