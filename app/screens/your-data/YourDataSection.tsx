import { useState } from 'react'
import { useMayWrite } from '../../family/use-families.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { yourData } from '../../words/screens.es.ts'
import { useLatePart } from '../shared/use-late-part.ts'
import styles from './YourDataSection.module.css'
import type { SheetKind } from './YourDataSheet.tsx'

// Few need it, and rarely: it is fetched when it is asked for.
const fetchSheet = async () => (await import('./YourDataSheet.tsx')).YourDataSheet

/** «Tus datos»: takes everything out, and brings it in from here or from another app. */
export function YourDataSection() {
  const mayWrite = useMayWrite()
  const [kind, setKind] = useState<SheetKind>('export')
  const { Part, open, close } = useLatePart(fetchSheet, () =>
    showToast({ title: common.error, detail: yourData.notLoaded, tone: 'failure' }),
  )

  function show(wanted: SheetKind) {
    setKind(wanted)
    open()
  }

  return (
    <Section title={yourData.title}>
      <p className={styles.text}>{mayWrite ? yourData.text : yourData.textToTake}</p>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={() => show('export')}>
          {yourData.export}
        </Button>
        {mayWrite && (
          <Button variant="quiet" onClick={() => show('import')}>
            {yourData.import}
          </Button>
        )}
      </div>
      {Part && <Part kind={kind} onClose={close} />}
    </Section>
  )
}
