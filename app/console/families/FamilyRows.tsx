import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { families as words } from '../../words/console/families.es.ts'
import styles from './Families.module.css'
import { FamilyRow } from './FamilyRow.tsx'
import type { FamilyList } from './family-list.ts'
import { BLOCK, RowHeights } from './row-heights.ts'

interface FamilyRowsProps {
  list: FamilyList
  ids: readonly string[]
  now: number
}

/** A row of a desk's width, in pixels. */
const ROW_GUESS = 96

/** So many pixels beyond the window are drawn, as far as a turn of the wheel goes. */
const MARGIN = 600

/** The rows, of which only those near the window are drawn: five thousand would take seconds. */
export function FamilyRows({ list, ids, now }: FamilyRowsProps) {
  const rows = useRef<HTMLUListElement>(null)
  const [heights] = useState(() => new RowHeights(ROW_GUESS))
  const [scrolled, seen] = useWindow(rows)
  const { first, end, before, after } = heights.between(
    scrolled - MARGIN,
    scrolled + seen + MARGIN,
    ids.length,
  )
  const drawn = useMemo(() => ids.slice(first, end), [ids, first, end])
  useEffect(() => list.setSight(drawn), [list, drawn])

  useLayoutEffect(() => {
    const [, ...items] = rows.current?.children ?? []
    const topOf = (index: number) => items[index]?.getBoundingClientRect().top ?? 0
    // What comes after the last row stands where the next block would begin.
    for (let index = 0; index < drawn.length; index += BLOCK) {
      const next = Math.min(index + BLOCK, drawn.length)
      heights.measure((first + index) / BLOCK, topOf(next) - topOf(index))
    }
  })

  return (
    <ul ref={rows} aria-label={words.title} className={styles.rows}>
      <li aria-hidden="true" style={{ height: before }} />
      {drawn.map((id, index) => (
        <FamilyRow key={id} list={list} id={id} place={first + index + 1} total={ids.length} now={now} />
      ))}
      <li aria-hidden="true" style={{ height: after }} />
    </ul>
  )
}

/** What is drawn changes no more often than each so many pixels. */
const STEP = 400

/** How far a list is scrolled up, less than 0 while it begins within the window, and how high that is, in steps. */
function useWindow(list: RefObject<HTMLElement | null>): [number, number] {
  const scrolled = useSyncExternalStore(subscribe, () => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    return Math.floor(-top / STEP) * STEP
  })
  const seen = useSyncExternalStore(subscribe, () => Math.ceil(innerHeight / STEP) * STEP)
  return [scrolled, seen]
}

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('resize', listener)
  }
}
