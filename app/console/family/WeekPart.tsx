import type { ReactNode } from 'react'
import { PreviewGate } from '../../screens/printed-diary/preview-gate.ts'
import { WeekScreen } from '../../screens/WeekScreen.tsx'
import { familyPage as words } from '../../words/console/family.es.ts'
import styles from './FamilyPage.module.css'
import { Looked } from './look/Looked.tsx'
import type { Look } from './look/looked-family.ts'

/** The trend and the month stand below the week on the same screen: who sees the one has the other before them. */
const WEEK: readonly Look[] = ['week', 'trend']
/** The printed page is a look of its own. */
const PRINTED: readonly Look[] = ['printed']

/** @param isBeside another part stands beside it. */
export function WeekPart({ isBeside = false }: { isBeside?: boolean }) {
  return (
    <section className={styles.screen} aria-label={words.weekBeside} tabIndex={-1}>
      <Looked looks={WEEK} isBeside={isBeside}>
        <PreviewGate value={onceNoted}>
          <WeekScreen topBar={<div className={styles.top} />} onEdit={nothing} />
        </PreviewGate>
      </Looked>
    </section>
  )
}

function onceNoted(sheets: ReactNode): ReactNode {
  return <Looked looks={PRINTED}>{sheets}</Looked>
}

/** Nobody who only looks is offered what this answers. */
function nothing(): void {}
