import type { PlanForm, PlanFormErrors } from '../../../core/plan/plan-form.ts'
import { withNap, withNapsCount } from '../../../core/plan/plan-form.ts'
import { NapSection } from '../../screens/plan/NapSection.tsx'
import { WakeWindowField } from '../../screens/plan/WakeWindowField.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { planScreen } from '../../words/screens.es.ts'
import styles from './PlanEditor.module.css'

const NAPS_COUNTS = ([2, 3, 4] as const).map((value) => ({ value, label: String(value) }))

interface PlanEditorProps {
  draft: PlanForm
  /** null: all of it can be taken. */
  errors: Pick<PlanFormErrors, 'firstWakeWindow' | 'naps'> | null
  onChange: (draft: PlanForm) => void
}

/** The plan's part of the app's own form, for a plan that is no baby's yet. */
export function PlanEditor({ draft, errors, onChange }: PlanEditorProps) {
  const naps = draft.naps.slice(0, draft.napsCount).map((nap, index) => ({ nap, index }))
  return (
    <div className={styles.editor}>
      <Section title={planScreen.dailyNaps} first>
        <Segmented
          legend={planScreen.dailyNaps}
          hideLegend
          name="naps"
          large
          options={NAPS_COUNTS}
          value={draft.napsCount}
          onChange={(napsCount) => onChange(withNapsCount(draft, napsCount))}
        />
      </Section>
      <Section title={planScreen.morning} first>
        <WakeWindowField
          name={planScreen.wakeWindowAfterWaking}
          value={draft.firstWakeWindow}
          example={errors?.firstWakeWindow ?? null}
          onChange={(firstWakeWindow) => onChange({ ...draft, firstWakeWindow })}
        />
      </Section>
      {naps.map(({ nap, index }) => (
        <NapSection
          key={index}
          napNumber={index + 1}
          nap={nap}
          last={index + 1 === draft.napsCount}
          example={errors?.naps[index] ?? null}
          onChange={(change) => onChange(withNap(draft, index, change))}
        />
      ))}
    </div>
  )
}
