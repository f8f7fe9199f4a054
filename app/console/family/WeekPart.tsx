import { type ReactNode, useState } from 'react'
import { localDateAt } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { PreviewGate } from '../../screens/printed-diary/preview-gate.ts'
import { WeekScreen } from '../../screens/WeekScreen.tsx'
import { familyPage as words } from '../../words/console/family.es.ts'
import styles from './FamilyPage.module.css'
import { Looked } from './look/Looked.tsx'
import type { Look } from './look/looked-family.ts'
import { openingWeek } from './opening-week.ts'

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
          <Week />
        </PreviewGate>
      </Looked>
    </section>
  )
}

function Week() {
  const { records, zone } = useBabyData()
  // As it was when the page was opened: what comes later moves nothing.
  const [opensOn] = useState(() => openingWeek(records, localDateAt(clock.now(), zone)))
  return <WeekScreen topBar={<div className={styles.top} />} opensOn={opensOn} onEdit={nothing} />
}

function onceNoted(sheets: ReactNode): ReactNode {
  return <Looked looks={PRINTED}>{sheets}</Looked>
}

/** Nobody who only looks is offered what this answers. */
function nothing(): void {}
