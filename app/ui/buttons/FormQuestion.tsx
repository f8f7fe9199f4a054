import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { SmallButton } from './Button.tsx'
import styles from './FormQuestion.module.css'

interface FormQuestionProps {
  mark: ReactNode
  question: string
  /** What its buttons say, and what they do. */
  answers: readonly (readonly [label: string, work: () => void])[]
}

/** What the form asks, or says, above the type. It goes with its answer. */
export function FormQuestion({ mark, question, answers }: FormQuestionProps) {
  return (
    <fieldset className={styles.question}>
      <legend>
        {mark} {question}
      </legend>
      <div className={styles.answers}>
        {answers.map(([label, work]) => (
          <SmallButton key={label} onClick={({ currentTarget }) => answer(currentTarget, work)}>
            {label}
          </SmallButton>
        ))}
      </div>
    </fieldset>
  )
}

/** The focus moves on to the form's first choice, as it is by then, and not to nowhere. */
function answer(button: HTMLElement, work: () => void): void {
  const form = button.closest('form')
  flushSync(work)
  form?.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus({ preventScroll: true })
}
