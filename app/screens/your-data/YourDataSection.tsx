import { useState } from 'react'
import { common, yourData } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './YourDataSection.module.css'
import type { SheetKind, YourDataSheet } from './YourDataSheet.tsx'

/** «Tus datos»: takes everything out, and brings it in from here or from another app. */
export function YourDataSection() {
  const [sheet, setSheet] = useState<{ Sheet: typeof YourDataSheet; kind: SheetKind } | null>(null)

  async function open(kind: SheetKind) {
    try {
      // Few need it, and rarely: it is fetched when it is asked for.
      const { YourDataSheet: Sheet } = await import('./YourDataSheet.tsx')
      setSheet({ Sheet, kind })
    } catch (reason) {
      console.warn(reason)
      showToast({ title: common.error, detail: yourData.notLoaded, tone: 'failure' })
    }
  }

  return (
    <Section title={yourData.title}>
      <p className={styles.text}>{yourData.text}</p>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={() => void open('export')}>
          {yourData.export}
        </Button>
        <Button variant="quiet" onClick={() => void open('import')}>
          {yourData.import}
        </Button>
      </div>
      {sheet && <sheet.Sheet kind={sheet.kind} frame={Dialog} onClose={() => setSheet(null)} />}
    </Section>
  )
}
