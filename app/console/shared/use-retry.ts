import { useState } from 'react'
import { retry as words } from '../../words/console/frame.es.ts'

/** Asking once more after an answer that didn't come. How that went is told, too. */
export function useRetry(ask: () => Promise<unknown>) {
  const [state, setState] = useState<'asking' | 'unheard' | null>(null)

  async function askAgain() {
    if (state === 'asking') return
    setState('asking')
    await ask()
    setState('unheard')
  }

  return {
    again: () => void askAgain(),
    isAsking: state === 'asking',
    /** For a status; '': nothing was asked again. */
    said: state === null ? '' : words[state],
  }
}
