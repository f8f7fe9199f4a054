import { type ReactNode, useSyncExternalStore } from 'react'
import { hasUnsavedInput, subscribeToWriting } from '../navigation/unsaved-input.ts'
import { Fault, FaultBoundary } from '../screens/fault/FaultBoundary.tsx'
import { fault as words } from '../words/entrance.es.ts'

/** Holds a part of the app that may fail to be drawn. */
export function AppFaultBoundary({ children }: { children: ReactNode }) {
  return <FaultBoundary fault={<AppFault />}>{children}</FaultBoundary>
}

function AppFault() {
  const isUnsaved = useSyncExternalStore(subscribeToWriting, hasUnsavedInput)
  return <Fault title={words.title} kept={words.kept} unsaved={isUnsaved ? words.unsaved : null} />
}
