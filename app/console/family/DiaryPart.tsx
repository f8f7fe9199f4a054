import { useCallback, useState } from 'react'
import { type LocalDate, localDateAt } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { useIsWide } from '../../device/use-is-wide.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { DiaryScreen } from '../../screens/DiaryScreen.tsx'
import { familyPage as words } from '../../words/console/family.es.ts'
import styles from './FamilyPage.module.css'
import { Looked } from './look/Looked.tsx'
import type { Look } from './look/looked-family.ts'
import { WeekPart } from './WeekPart.tsx'

const DIARY: readonly Look[] = ['diary']

/** The diary in a column as wide as a phone; the week beside it where there is room. */
export function DiaryPart() {
  const isWide = useIsWide()
  return (
    <div className={styles.beside}>
      <section className={styles.column} aria-label={words.diaryBeside} tabIndex={-1}>
        <Looked looks={DIARY}>
          <Diary />
        </Looked>
      </section>
      {isWide && <WeekPart isBeside />}
    </div>
  )
}

function Diary() {
  const zone = useTimeZone()
  // Null is today, whichever that is.
  const [picked, setPicked] = useState<LocalDate | null>(null)
  const pick = useCallback(
    (date: LocalDate) => setPicked(date === localDateAt(clock.now(), zone) ? null : date),
    [zone],
  )
  return (
    <DiaryScreen
      topBar={<div className={styles.top} />}
      picked={picked}
      onPickDay={pick}
      onAdd={nothing}
      onEdit={nothing}
    />
  )
}

/** Nobody who only looks is offered what this answers. */
function nothing(): void {}
