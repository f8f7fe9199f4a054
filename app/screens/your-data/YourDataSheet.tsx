import { ExportSheet } from './ExportSheet.tsx'
import { ImportSheet } from './ImportSheet.tsx'

export type SheetKind = 'export' | 'import'

/** What «Tus datos» opens, in one piece: both need the formats of the files. */
export function YourDataSheet({ kind, onClose }: { kind: SheetKind; onClose: () => void }) {
  return kind === 'export' ? <ExportSheet onClose={onClose} /> : <ImportSheet onClose={onClose} />
}
