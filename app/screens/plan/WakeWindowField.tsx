import { interpretWakeWindow } from '../../../core/plan/wake-windows.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { planScreen } from '../../words/screens.es.ts'

interface WakeWindowFieldProps {
  /** Which window it is: the label alone is the same for all. */
  name: string
  value: string
  /** What a well-formed one looks like, when this one is not. */
  example: string | null
  /** That of the plan's last nap: how it reads has no upper bound (rule 9.8, upper bound). */
  beforeBedtime?: boolean
  onChange: (text: string) => void
}

/** Free text, with how it is understood under it at every keystroke. */
export function WakeWindowField({
  name,
  value,
  example,
  beforeBedtime = false,
  onChange,
}: WakeWindowFieldProps) {
  return (
    <TextField
      layout="inline"
      label={planScreen.wakeWindow}
      aria-label={name}
      placeholder={planScreen.wakeWindowPlaceholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      value={value}
      hint={interpretWakeWindow(value, { beforeBedtime })}
      error={example === null ? null : planScreen.malformedWindow(example)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
