import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import type { LoggedBar } from '../../../core/rebuild/day-known.ts'
import { type DrawnSleep, type Edge, stepFrom, timeAt } from '../../../core/rebuild/rebuild-day.ts'
import { percent } from '../../ui/charts/percent.ts'
import { keepingFocus } from '../../ui/layout/focus.ts'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import styles from './FoldedTape.module.css'
import { Bar, Hatches, HOURS, Needle, TICKS, WakeUp } from './TapeMarks.tsx'
import { edgeOn } from './tape-lines.ts'

interface FoldedTapeProps
  extends Pick<ComponentProps<'div'>, `onPointer${'Down' | 'Move' | 'Up' | 'Cancel'}`> {
  /** What lies there already, as a sentence. */
  label: string
  sleeps: readonly DrawnSleep[]
  names: ReadonlyMap<number, string>
  logged: readonly LoggedBar[]
  /** Places of wake-ups on the tape; the one that is drawn here can be dragged. */
  wakeUps: readonly number[]
  /** Place of the present, when it is on this tape. */
  now: number | null
  selectedKey: number | null
  keepLine: (line: 0 | 1, drawing: Element | null) => void
  onSelect: (key: number) => void
  onMove: (sleep: DrawnSleep, edge: Edge, place: number) => void
}

const BOTH = [0, 1] as const

/** The tape of one day in two lines, to draw on. */
export function FoldedTape(props: FoldedTapeProps) {
  const { label, sleeps, names, logged, wakeUps, now, selectedKey, keepLine, onSelect, onMove, ...thumb } =
    props
  const hatch = useId()
  return (
    <section ref={focusFirst} tabIndex={-1} aria-label={label} className={styles.tape} {...thumb}>
      {BOTH.map((line) => (
        <div key={line} className={styles.line}>
          <svg ref={(drawing) => keepLine(line, drawing)} aria-hidden="true">
            <Hatches id={hatch} />
            {TICKS[line]}
            {logged.map((bar) => (
              <Bar key={bar.key} line={line} stretch={bar} fill={`url(#${hatch}${bar.type})`} />
            ))}
            {sleeps.map((sleep) => (
              <Bar
                key={sleep.key}
                line={line}
                stretch={sleep}
                type={sleep.type}
                selected={sleep.key === selectedKey}
              />
            ))}
            {wakeUps.map((at) => (
              <WakeUp key={at} line={line} at={at} />
            ))}
            {now !== null && <Needle line={line} at={now} />}
            {HOURS[line]}
          </svg>
          {sleeps.map((sleep) => (
            <Edges
              key={sleep.key}
              line={line}
              sleep={sleep}
              name={names.get(sleep.key) ?? ''}
              onSelect={onSelect}
              onMove={onMove}
            />
          ))}
        </div>
      ))}
    </section>
  )
}

/** The native dialog gives its focus to what has this attribute, which React's autoFocus doesn't write. */
function focusFirst(tape: HTMLElement | null) {
  tape?.setAttribute('autofocus', '')
}

type EdgesProps = Pick<FoldedTapeProps, 'onSelect' | 'onMove'> & {
  line: 0 | 1
  sleep: DrawnSleep
  name: string
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
}

/** The ends of a sleep for the keyboard, and for those who hear the tape. The thumb finds them by itself. */
function Edges({ line, sleep, name, onSelect, onMove }: EdgesProps) {
  function step(event: KeyboardEvent, edge: Edge) {
    const steps = STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const tape = event.currentTarget.closest('section')
    // What crosses the fold is drawn anew, on the other line.
    keepingFocus(
      () => onMove(sleep, edge, stepFrom(sleep[edge], steps)),
      () => tape?.querySelector<HTMLElement>(`[data-edge="${edge}-${sleep.key}"]`),
    )
  }
  return (['from', 'to'] as const)
    .map((edge) => ({ edge, ...edgeOn(sleep[edge], edge) }))
    .filter((end) => end.line === line)
    .map(({ edge, at }) => (
      <div
        key={edge}
        role="slider"
        tabIndex={0}
        className={styles.edge}
        data-edge={`${edge}-${sleep.key}`}
        style={{ left: percent(at) }}
        aria-label={edge === 'from' ? words.startOf(name) : words.endOf(name)}
        aria-valuemin={edge === 'from' ? 0 : sleep.from}
        aria-valuemax={edge === 'from' ? sleep.to : sleep.from + 24 * 60}
        aria-valuenow={sleep[edge]}
        aria-valuetext={timeAt(sleep[edge])}
        onFocus={() => onSelect(sleep.key)}
        onKeyDown={(event) => step(event, edge)}
      />
    ))
}
