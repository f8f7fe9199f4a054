import { flushSync } from 'react-dom'

/**
 * Answers a question of a form that goes with its answer: the focus moves on to the form's first choice, as it is by
 * then, and not to nowhere.
 */
export function answer(button: HTMLElement, work: () => void): void {
  const form = button.closest('form')
  flushSync(work)
  form?.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus({ preventScroll: true })
}
