import type { PlanForm, PlanFormErrors } from '../../../core/plan/plan-form.ts'
import { withNap, withNapsCount } from '../../../core/plan/plan-form.ts'
import { NapSections } from '../../screens/plan/NapSections.tsx'
import { NapsCount } from '../../screens/plan/NapsCount.tsx'
import { WakeWindowField } from '../../screens/plan/WakeWindowField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { planScreen } from '../../words/screens.es.ts'
import styles from './PlanEditor.module.css'

interface PlanEditorProps {
  draft: PlanForm
  /** null: all of it can be taken. */
  errors: Pick<PlanFormErrors, 'firstWakeWindow' | 'naps'> | null
  onChange: (draft: PlanForm) => void
}

/** The plan's part of the app's own form, for a plan that is no baby's yet. */
export function PlanEditor({ draft, errors, onChange }: PlanEditorProps) {
  return (
    <div className={styles.editor}>
      <Section title={planScreen.dailyNaps} first>
        <NapsCount
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
      <NapSections
        plan={draft}
        errors={errors}
        onNap={(index, change) => onChange(withNap(draft, index, change))}
      />
    </div>
  )
}
