import type { MouseEvent } from 'react'
import { MAX_WAKE_UPS } from '../../../core/records/count-limits.ts'
import { QUALITIES } from '../../../core/records/sleep-record.ts'
import { type SleepForm, withDisturbance } from '../../forms/sleep-form-state.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Slider } from '../../ui/fields/Slider.tsx'
import { Stepper } from '../../ui/fields/Stepper.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { QualityStar } from '../../ui/records/QualityStar.tsx'
import { counts, qualities, sleepForm } from '../../words/screens.es.ts'
import { DisturbancePicker } from './DisturbancePicker.tsx'
import styles from './SleepForm.module.css'

interface HowItWasProps {
  form: SleepForm
  /** The form is being saved, or its sleep ended: it hears of no change. */
  isClosing: boolean
  change: (next: SleepForm) => void
  /** Is told when a count is being typed that the form doesn't hold yet, and when none is any more. */
  onTyping: (isTyping: boolean) => void
}

/** What happened during the sleep, apart from its times. */
export function HowItWas({ form, isClosing, change, onTyping }: HowItWasProps) {
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
          // While the sleep runs, every change is stored and sent.
          atRest
          onChange={(wakeUps) => change({ ...form, wakeUps })}
        />
      </Section>
      <Section
        title={
          <>
            {sleepForm.quality} <span className="hint">{sleepForm.optional}</span>
          </>
        }
        aside={
          form.quality !== null && (
            <TextButton className={styles.clear} onClick={clearQuality}>
              {sleepForm.clearQuality}
            </TextButton>
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
          {/*
            A digit on the way would take back what was tapped of the sleep that runs, on every phone. While the form
            closes none may stand in the field, as if it were kept.
          */}
          <Stepper
            label={counts.feedings}
            value={form.feedings}
            atRest={form.running && !isClosing}
            onTyping={onTyping}
            onChange={(feedings) => change({ ...form, feedings })}
          />
          <Stepper
            label={counts.diaperChanges}
            value={form.diaperChanges}
            atRest={form.running && !isClosing}
            onTyping={onTyping}
            onChange={(diaperChanges) => change({ ...form, diaperChanges })}
          />
        </div>
      </Section>
    </>
  )
}
