import { createContext, type ReactNode } from 'react'

/** What lets the sheets be seen: everybody's own are, those of a family on the console once that look is noted. */
export const PreviewGate = createContext<(sheets: ReactNode) => ReactNode>((sheets) => sheets)
