import { type ComponentProps, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { passwordField as words } from '../../words/entrance.es.ts'
import styles from './PasswordField.module.css'
import { TextField } from './TextField.tsx'

/** A password that can be looked at. While it is being sent it is hidden, whatever was chosen. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'inside' | 'layout'>) {
  const [shown, setShown] = useState(false)

  function toggle({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const field = currentTarget.parentElement?.querySelector('input')
    const caret = field === document.activeElement ? [field?.selectionStart, field?.selectionEnd] : null
    flushSync(() => setShown(!shown))
    // Browsers put the caret of a field that changes its kind where they like.
    if (caret !== null) field?.setSelectionRange(caret[0] ?? null, caret[1] ?? null)
  }

  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown && !props.disabled && !props.readOnly ? 'text' : 'password'}
      inside={
        <button
          type="button"
          className={styles.toggle}
          // The field keeps the focus, and the phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {shown ? words.hide : words.show}
        </button>
      }
    />
  )
}
