import {
  NAP_DURATION_MAX,
  NAP_DURATION_MIN,
  NAP_DURATION_STEP,
  type PlanNap,
} from '../../../core/plan/plan.ts'
import type { PlanForm, PlanFormErrors } from '../../../core/plan/plan-form.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { Slider } from '../../ui/fields/Slider.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { planScreen } from '../../words/screens.es.ts'
import styles from './NapSection.module.css'
import { WakeWindowField } from './WakeWindowField.tsx'

interface NapSectionProps {
  /** 1 for the first nap of the day. */
  napNumber: number
  nap: PlanNap
  last: boolean
  /** A well-formed wake window, when this one is not. */
  example: string | null
  onChange: (change: Partial<PlanNap>) => void
}

interface NapSectionsProps {
  plan: Pick<PlanForm, 'naps' | 'napsCount'>
  errors: Pick<PlanFormErrors, 'naps'> | null
  /** Is told which nap it is, 0 for the first. */
  onNap: (index: number, change: Partial<PlanNap>) => void
}

/** A section for each nap that the plan has. */
export function NapSections({ plan: { naps, napsCount }, errors, onNap }: NapSectionsProps) {
  const planned = naps.slice(0, napsCount).map((nap, index) => ({ nap, index }))
  return planned.map(({ nap, index }) => (
    <NapSection
      key={index}
      napNumber={index + 1}
      nap={nap}
      last={index + 1 === napsCount}
      example={errors?.naps[index] ?? null}
      onChange={(change) => onNap(index, change)}
    />
  ))
}

function NapSection({ napNumber, nap, last, example, onChange }: NapSectionProps) {
  const duration = formatDuration(nap.duration)
  return (
    <Section
      title={planScreen.nap(napNumber)}
      aside={<output className={`${styles.duration} num`}>{duration}</output>}
    >
      <div className={styles.slider}>
        <Slider
          label={planScreen.napDuration(napNumber)}
          hideLabel
          min={NAP_DURATION_MIN}
          max={NAP_DURATION_MAX}
          step={NAP_DURATION_STEP}
          value={nap.duration}
          valueText={duration}
          onChange={(value) => onChange({ duration: value })}
        />
      </div>
      <div className={styles.window}>
        <WakeWindowField
          name={planScreen.wakeWindowAfterNap(napNumber)}
          value={nap.wakeWindow}
          example={example}
          beforeBedtime={last}
          onChange={(wakeWindow) => onChange({ wakeWindow })}
        />
      </div>
    </Section>
  )
}
