import type { NapsCount as Count } from '../../../core/plan/plan.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { planScreen } from '../../words/screens.es.ts'

const COUNTS = ([2, 3, 4] as const).map((value) => ({ value, label: String(value) }))

export function NapsCount({ value, onChange }: { value: Count; onChange: (count: Count) => void }) {
  return (
    <Segmented
      legend={planScreen.dailyNaps}
      hideLegend
      name="naps"
      large
      options={COUNTS}
      value={value}
      onChange={onChange}
    />
  )
}
