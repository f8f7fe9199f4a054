import type { ComponentProps, FormEvent } from 'react'
import { TextField } from '../../ui/fields/TextField.tsx'

const DIGITS = 6

/** A code that wasn't the right one goes, for the next. */
export function emptyCode(field: HTMLInputElement | null): void {
  if (field === null) return
  field.value = ''
  field.focus()
}

/** Six digits; the last one sends the form, as nobody has a hand free for a button. */
export function CodeField(
  props: Pick<
    ComponentProps<typeof TextField>,
    'ref' | 'label' | 'hint' | 'readOnly' | 'required' | 'autoFocus'
  >,
) {
  function onInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, DIGITS)
    if (digits !== currentTarget.value) currentTarget.value = digits
    if (digits.length === DIGITS) currentTarget.form?.requestSubmit()
  }

  return (
    <TextField
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`[0-9]{${DIGITS}}`}
      required
      onInput={onInput}
      {...props}
    />
  )
}
