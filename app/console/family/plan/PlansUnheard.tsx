import type { RefObject } from 'react'
import { TextButton } from '../../../ui/buttons/TextButton.tsx'
import { leadFocus } from '../../../ui/layout/focus.ts'
import { planHistoryWords as words } from '../../../words/console/family.es.ts'
import { useRetry } from '../../shared/use-retry.ts'

interface PlansUnheardProps {
  text: string
  again: () => Promise<boolean>
  /** Has the focus once the button has gone, if it is in the same section. */
  heading: RefObject<HTMLElement | null>
}

/** The plans of before couldn't be read. */
export function PlansUnheard({ text, again, heading }: PlansUnheardProps) {
  const retry = useRetry(askAgain)

  async function askAgain() {
    if (await again()) leadFocus(heading.current, heading.current?.closest('section'))
  }

  return (
    <>
      {text}{' '}
      <TextButton aria-disabled={retry.isAsking} onClick={retry.again}>
        {words.again}
      </TextButton>{' '}
      <span role="status">{retry.said}</span>
    </>
  )
}
