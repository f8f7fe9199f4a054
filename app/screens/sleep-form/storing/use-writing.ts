import { useLayoutEffect, useRef, useState } from 'react'
import type { SleepRecord, SleepType } from '../../../../core/records/sleep-record.ts'
import type { LocalTime } from '../../../../core/time/time.ts'

/** What of a form is being stored: its start by ✓, all of it by «Guardar», or its sleep's end by the head. */
export type Writing = 'start' | 'form' | 'end'

/** What was tapped while the start was being stored; the answer is the one to the end's question. */
export type AfterStart =
  | { submit: 'done' | 'another' }
  | { end: LocalTime; of: SleepRecord }
  | { answer: SleepType | undefined }

/** Nothing can be entered: it would go with the form. */
export const isClosing = (writing: Writing | null) => writing === 'form' || writing === 'end'

/**
 * What is on its way; null: nothing. For taps a write begins at once, even for a second one in the same turn, and it
 * ends once what came of it is drawn; of several the last one's end counts. As drawn it is another value each time that
 * this one has ended.
 */
export function useWriting() {
  const current = useRef<Writing | null>(null)
  const last = useRef<Promise<unknown>>(null)
  const [drawn, setDrawn] = useState<{ writing: Writing | null }>({ writing: null })
  useLayoutEffect(() => {
    current.current = drawn.writing
  }, [drawn])

  /** What comes while a start is on its way, as another start or the answer when the sleep ended, is waited for. */
  function write<Answer>(what: Writing, work: Promise<Answer>): Promise<Answer> {
    current.current = what
    last.current = work
    setDrawn({ writing: what })
    return work.finally(() => {
      if (last.current === work) setDrawn({ writing: null })
    })
  }

  return { writing: () => current.current, drawn, write }
}
