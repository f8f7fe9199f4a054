import { createContext } from 'react'

/** Whether what a sheet lies over is in sight. */
export interface Sight {
  /** Runs `work` while it is: begins it each time it comes, and ends it each time it goes. Returns what ends both. */
  during: (work: () => () => void) => () => void
}

/**
 * A screen that was left keeps its state, and an answer may open a sheet of it then: it waits until the screen is back.
 * Over another one nobody could see it, and nobody could press anything else.
 */
export const SightContext = createContext<Sight>({ during: (work) => work() })
