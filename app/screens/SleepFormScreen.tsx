import type { MouseEvent, ReactNode } from 'react'
import { MAX_WAKE_UPS, QUALITIES } from '../../core/sleep-record.ts'
import { localTimeAt } from '../../core/time.ts'
import { common, counts, qualities, recordTypes, sleepForm } from '../copy.es.ts'
import { clock } from '../data/clock.ts'
import { useBabyData } from '../data/use-baby-data.ts'
import { useNow } from '../data/use-now.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { QualityStar } from '../ui/QualityStar.tsx'
import { RecordMark } from '../ui/RecordMark.tsx'
import { Section } from '../ui/Section.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Slider } from '../ui/Slider.tsx'
import { Stepper } from '../ui/Stepper.tsx'
import { DisturbancePicker } from './sleep-form/DisturbancePicker.tsx'
import { FormFace } from './sleep-form/FormFace.tsx'
import styles from './sleep-form/SleepForm.module.css'
import { StaleQuestion } from './sleep-form/StaleQuestion.tsx'
import {
  canConfirmEnd,
  endEarlier,
  endQuestion,
  type FormTarget,
  type SleepForm,
  withDisturbance,
  withEnd,
  withStart,
} from './sleep-form/sleep-form-state.ts'
import { TimeEntry } from './sleep-form/TimeEntry.tsx'
import { useSleepForm } from './sleep-form/use-sleep-form.ts'
import { WarningNotice } from './sleep-form/WarningNotice.tsx'

interface SleepFormScreenProps {
  topBar: ReactNode
  target: FormTarget
  /** Something was entered; with the id of the running record that the form holds. */
  onTouched: (runningId: string | null) => void
  /** Saved, or left. */
  onDone: () => void
}

/** Adds a sleep or edits one. A new target needs a new key. */
export function SleepFormScreen({ topBar, target, onTouched, onDone }: SleepFormScreenProps) {
  const { records } = useBabyData()
  const now = useNow()
  const { form, change, toggleStart, moveStart, submit, warnings } = useSleepForm({
    target,
    records,
    onTouched,
    onDone,
  })
  const editing = target.kind === 'edit'
  const question = endQuestion(form, records, now)

  return (
    <>
      <FormFace topBar={topBar} form={form} editing={editing} now={now} onBack={onDone} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {question && (
          <StaleQuestion
            form={form}
            now={now}
            wokeUpAt={question.wokeUpAt}
            onEnd={(end) => change(withEnd(form, end))}
          />
        )}
        <TypeAndDate form={form} change={change} editing={editing} first={question === null} />
        <Section>
          <TimeEntry
            label={sleepForm.start}
            value={form.start}
            onChange={(start) => change(withStart(form, start))}
            onNow={() => change(withStart(form, localTimeAt(clock.now())))}
            confirmLabel={sleepForm.confirmStart}
            confirmed={form.startConfirmed}
            onConfirm={toggleStart}
            confirmDisabled={form.start === ''}
            readOnly={form.startConfirmed}
            chips={form.start !== '' && (!form.startConfirmed || form.running)}
            onEarlier={moveStart}
          />
          <TimeEntry
            label={sleepForm.end}
            value={form.end}
            onChange={(end) => change(withEnd(form, end))}
            onNow={() => change(withEnd(form, localTimeAt(clock.now())))}
            confirmLabel={sleepForm.confirmEnd}
            confirmed={form.endConfirmed}
            onConfirm={() => change({ ...form, endConfirmed: !form.endConfirmed })}
            confirmDisabled={!form.endConfirmed && !canConfirmEnd(form)}
            chips={form.end !== '' && !form.endConfirmed}
            onEarlier={(minutes) => change(endEarlier(form, minutes) ?? form)}
          />
        </Section>
        <HowItWas form={form} change={change} />
        <Section>
          <WarningNotice warnings={warnings} />
          <div className={styles.actions}>
            <Button type="submit" variant="primary">
              {warnings.length > 0 ? sleepForm.saveAnyway : common.save}
            </Button>
            <Button variant="quiet" onClick={onDone}>
              {common.cancel}
            </Button>
          </div>
        </Section>
      </form>
    </>
  )
}

interface PartProps {
  form: SleepForm
  change: (next: SleepForm) => void
}

function TypeAndDate({ form, change, editing, first }: PartProps & { editing: boolean; first: boolean }) {
  return (
    <Section first={first}>
      <div className={styles.fields}>
        <Segmented
          legend={sleepForm.type}
          options={(['siesta', 'noche'] as const).map((type) => ({
            value: type,
            label: recordTypes[type],
            icon: <RecordMark type={type} />,
          }))}
          value={form.type}
          onChange={(type) => change({ ...form, type })}
        />
        <DateField
          label={sleepForm.date}
          variant="wide"
          value={form.date}
          readOnly={editing}
          onChange={(date) => change({ ...form, date })}
        />
      </div>
    </Section>
  )
}

function HowItWas({ form, change }: PartProps) {
  function clearQuality(event: MouseEvent<HTMLButtonElement>) {
    // The button goes away with the choice: the focus stays in its section.
    event.currentTarget.closest('section')?.querySelector('input')?.focus()
    change({ ...form, quality: null })
  }
  return (
    <>
      <Section>
        <Slider
          label={counts.wakeUps}
          min={0}
          max={MAX_WAKE_UPS}
          step={1}
          value={form.wakeUps}
          onChange={(wakeUps) => change({ ...form, wakeUps })}
        />
      </Section>
      <Section
        title={
          <>
            {sleepForm.quality} <span className={styles.optional}>{sleepForm.optional}</span>
          </>
        }
        aside={
          form.quality !== null && (
            <button type="button" className={styles.clear} onClick={clearQuality}>
              {sleepForm.clearQuality}
            </button>
          )
        }
      >
        <Segmented
          legend={sleepForm.quality}
          hideLegend
          options={QUALITIES.map((quality) => ({
            value: quality,
            label: qualities[quality],
            icon: <QualityStar quality={quality} decorative />,
          }))}
          value={form.quality}
          onChange={(quality) => change({ ...form, quality })}
        />
      </Section>
      <Section title={sleepForm.disturbances}>
        <DisturbancePicker
          chosen={form.disturbances}
          onToggle={(which, present) => change(withDisturbance(form, which, present))}
        />
      </Section>
      <Section>
        <div className={styles.steppers}>
          <Stepper
            label={counts.feedings}
            value={form.feedings}
            onChange={(feedings) => change({ ...form, feedings })}
          />
          <Stepper
            label={counts.diaperChanges}
            value={form.diaperChanges}
            onChange={(diaperChanges) => change({ ...form, diaperChanges })}
          />
        </div>
      </Section>
    </>
  )
}
