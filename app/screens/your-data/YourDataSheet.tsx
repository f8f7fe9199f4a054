import type { Dialog } from '../../ui/Dialog.tsx'
import { ExportSheet } from './ExportSheet.tsx'
import { ImportSheet } from './ImportSheet.tsx'

export type SheetKind = 'export' | 'import'

export interface SheetProps {
  /** Given, not imported: a second lazy chunk that needs it makes the bundler cut the first load in two. */
  frame: typeof Dialog
  onClose: () => void
}

/** What «Tus datos» opens, in one piece: both need the formats of the files. */
export function YourDataSheet({ kind, ...props }: { kind: SheetKind } & SheetProps) {
  return kind === 'export' ? <ExportSheet {...props} /> : <ImportSheet {...props} />
}
