import type { ReactNode } from 'react'
import { common, recordTypes, sleepForm } from '../copy.es.ts'
import { useBabyData } from '../data/use-baby-data.ts'
import { useNow } from '../data/use-now.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { RecordMark } from '../ui/RecordMark.tsx'
import { Section } from '../ui/Section.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { ElsewhereNotice } from './sleep-form/ElsewhereNotice.tsx'
import { FormFace } from './sleep-form/FormFace.tsx'
import { HowItWas } from './sleep-form/HowItWas.tsx'
import styles from './sleep-form/SleepForm.module.css'
import { StaleQuestion } from './sleep-form/StaleQuestion.tsx'
import { endQuestion, type FormTarget, type SleepForm, withEnd } from './sleep-form/sleep-form-state.ts'
import { TimesSection } from './sleep-form/TimesSection.tsx'
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

/** Adds a sleep or edits one. A new target needs a new key, unless both are new and nothing was entered. */
export function SleepFormScreen({ topBar, target, onTouched, onDone }: SleepFormScreenProps) {
  const { records } = useBabyData()
  const now = useNow()
  const { form, stored, change, toggleStart, moveStart, submit, warnings } = useSleepForm({
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
          if (submit() !== null) focusMissing(event.currentTarget)
        }}
      >
        <ElsewhereNotice form={form} stored={stored} change={change} />
        {question && (
          <StaleQuestion
            form={form}
            now={now}
            wokeUpAt={question.wokeUpAt}
            onEnd={(end) => change(withEnd(form, end))}
          />
        )}
        <TypeAndDate form={form} change={change} editing={editing} first={question === null} />
        <TimesSection
          form={form}
          records={records}
          now={now}
          change={change}
          onToggleStart={toggleStart}
          onMoveStart={moveStart}
        />
        <HowItWas form={form} change={change} />
        <Section>
          {form.running && <p className={styles.kept}>{sleepForm.keptWhileRunning}</p>}
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

/** The first time that is missing, or whose ✓ is. */
function focusMissing(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('input:invalid, button[aria-pressed="false"]:enabled')?.focus()
}

interface TypeAndDateProps {
  form: SleepForm
  change: (next: SleepForm) => void
  editing: boolean
  /** Nothing stands above it. */
  first: boolean
}

function TypeAndDate({ form, change, editing, first }: TypeAndDateProps) {
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
