import { type ReactNode, useContext, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../../ui/buttons/Button.tsx'
import { printDiary } from '../../words/screens.es.ts'
import styles from './PrintPreview.module.css'
import { PreviewGate } from './preview-gate.ts'
import { useOverPage } from './use-over-page.ts'

interface PaperPreviewProps {
  /** What is previewed, and the name of the button that leaves it. */
  name: string
  back: string
  /** The document's title meanwhile, which the browser also uses as the name of the PDF. */
  documentTitle: string
  /** Stands beside the button that prints. */
  choices?: ReactNode
  onClose: () => void
  /** The sheets. */
  children: ReactNode
}

/**
 * Sheets as they will lie on the desk, over the whole window; the browser prints them or keeps them as a PDF. It is no
 * modal dialog: what is in the browser's top layer doesn't break into pages.
 */
export function PaperPreview({ name, back, documentTitle, choices, onClose, children }: PaperPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const gate = useContext(PreviewGate)
  useOverPage(documentTitle, heading, onClose)

  return createPortal(
    <dialog open className={styles.preview} aria-label={name} aria-modal="true">
      <div className={styles.bar}>
        <div className={styles.title}>
          <IconButton icon="arrow-left" label={back} onClick={onClose} />
          <h1 ref={heading} tabIndex={-1}>
            {name}
          </h1>
        </div>
        <div className={styles.choices}>
          {choices}
          <Button variant="primary" onClick={() => window.print()}>
            {printDiary.print}
          </Button>
        </div>
      </div>
      {gate(children)}
    </dialog>,
    document.body,
  )
}
