import { useState } from 'react'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'

/** A wake-up that is being entered: its time, '' while there is none, and which of the two fields it was typed in. */
export interface TypedWakeUp {
  time: LocalTime
  isInPrompt: boolean
}

/** What is being typed, by its day. The screen holds it: its fields come and go with what is logged meanwhile. */
export function useTypedWakeUps(date: LocalDate) {
  const [typed, setTyped] = useState<Readonly<Record<LocalDate, TypedWakeUp | null>>>({})
  return {
    typed: typed[date] ?? null,
    type: (next: TypedWakeUp | null) => setTyped((all) => ({ ...all, [date]: next })),
  }
}
