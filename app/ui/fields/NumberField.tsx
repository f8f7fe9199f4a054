import { TextField } from './TextField.tsx'

interface NumberFieldProps {
  label: string
  /** As typed. */
  value: string
  /** What the arrows stop at; typing may go beyond, and is read. */
  max?: number | undefined
  /** It can't be taken; why, says the element of that id. */
  invalid: boolean
  describedBy: string
  onChange: (typed: string) => void
  onLeave?: () => void
}

/** What a browser makes of '1e': something is typed and it is no number. It must not read as an empty field. */
const NO_NUMBER = 'e'

/** A whole number from 0 on. What is typed stays as it is, and what can't be taken is said beside it. */
export function NumberField({
  label,
  value,
  max,
  invalid,
  describedBy,
  onChange,
  onLeave,
}: NumberFieldProps) {
  const report = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    onChange(currentTarget.validity.badInput ? NO_NUMBER : currentTarget.value)
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      autoComplete="off"
      min={0}
      max={max}
      // What is no number stays typed only while React writes nothing over it.
      value={value === NO_NUMBER ? '' : value}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={report}
      // Of a letter typed into an empty field React tells nothing as a change: its value is '' before and after.
      onInput={report}
      onBlur={onLeave}
      // A wheel that scrolls the page would turn the number under it.
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
