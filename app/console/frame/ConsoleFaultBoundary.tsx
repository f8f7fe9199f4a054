import type { ReactNode } from 'react'
import { Fault, FaultBoundary } from '../../screens/fault/FaultBoundary.tsx'
import { consoleFrame } from '../../words/console/frame.es.ts'
import { useIsUnsaved } from '../drafts/unsaved.ts'

const words = consoleFrame.fault

/** Holds a part of the console that may fail to be drawn. */
export function ConsoleFaultBoundary({ children }: { children: ReactNode }) {
  return <FaultBoundary fault={<ConsoleFault />}>{children}</FaultBoundary>
}

function ConsoleFault() {
  return <Fault title={words.title} kept={words.kept} unsaved={useIsUnsaved() ? words.unsaved : null} />
}
