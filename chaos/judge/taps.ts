import { parseRow } from '../../app/local/rows.ts'
import { type Tap, type TapChange, withTapChange } from '../../core/records/taps.ts'
import { canonical } from './canonical.ts'
import { describe, type Effect, type Row } from './effect-log.ts'
import { type Deed, inWords } from './history.ts'
import type { Verdict } from './verdict.ts'

/**
 * The taps of two phones add up, a tap that arrives twice counts once, and one that was taken back is gone. Each tap is
 * an effect of its own, which moves a count. Other deeds have such effects too: a merge takes over taps, and an edit
 * that counts fewer takes the last ones back.
 */
export class Taps {
  private readonly deeds: readonly Deed[]
  private readonly verdict: Verdict
  /** These taps came in, each named by its row and its id. */
  private readonly added = new Set<string>()
  /** These taps were taken back, named in the same way. */
  private readonly removed = new Set<string>()

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.deeds = deeds
    this.verdict = verdict
  }

  /** Returns the deeds that may have changed the list, none for other effects. `before` is the row as it was. */
  take(effect: Effect, before: Row | undefined): Deed[] {
    const { rowId, row, kind } = effect
    if (kind !== 'UPDATE' || row === null || before === undefined) return []
    const [was, is] = [tapsOf(before), tapsOf(row)]
    const tap = [...lacking(is, was), ...lacking(was, is)]
    const [one] = tap
    if (one === undefined) return []
    const isUndone = tapsOf(before).some(({ id }) => id === one.id)
    const key = keyOf(rowId, one)
    ;(isUndone ? this.removed : this.added).add(key)
    const possible = this.deeds.flatMap((deed) => {
      const change = changeBy(deed, rowId, one, isUndone)
      return change === null ? [] : { deed, change }
    })
    const expected = possible.filter(({ change }) => canonical(after(before, change)) === canonical(row))
    if (tap.length > 1 || possible.length === 0) return []
    if (expected.length === 0) this.verdict.differing.push(`toque mal contado: ${describe(effect)}`)
    return possible.map(({ deed }) => deed)
  }

  /** Returns whether a change of taps had nothing left to do, because the list was already as it wanted it. */
  isIdle({ kind, rowId, row }: Effect, before: Row | undefined): boolean {
    if (kind !== 'UPDATE' || before === undefined || canonical(before) !== canonical(row)) return false
    return this.deeds.some((deed) => mayTap(deed, rowId))
  }

  isAccountedFor(deed: Deed, row: Row | undefined): boolean {
    const { command, outcome } = deed
    if (outcome.kind !== 'stored') return true
    if (command.do === 'tap' && outcome.tapped) return this.added.has(keyOf(command.id, outcome.tapped))
    if (command.do !== 'untap') return true
    // Another phone's edit or merge may have taken the tap, or its whole record, away first.
    if (row === undefined || this.removed.has(keyOf(command.id, command.tap))) return true
    const isThere = tapsOf(row).some(({ id }) => id === command.tap.id)
    if (isThere) this.verdict.doubled.push(`sigue ahí: ${inWords(deed)}`)
    return !isThere
  }
}

/** Returns the row as the product's own rules leave it after this change of a tap. */
function after(before: Row, change: TapChange): Row {
  const { taps, wake_ups, feedings, diaper_changes } = before
  const record = parseRow('sleep_records', { ...before, taps, wake_ups, feedings, diaper_changes })
  if (record === null) return before
  const next = withTapChange(record, change)
  const counts = { wake_ups: next.wake_ups, feedings: next.feedings, diaper_changes: next.diaper_changes }
  return { ...before, taps: next.taps, ...counts }
}

/** Returns how the deed would have changed the list by this tap, or null when it wouldn't have. */
function changeBy({ command, outcome }: Deed, rowId: string, tap: Tap, isUndone: boolean): TapChange | null {
  const isUnknown = outcome.kind === 'unknown'
  const undone = isUndone ? ({ undone: true } as const) : {}
  const has = (taps: readonly Tap[] | undefined) => taps?.some(({ id }) => id === tap.id) ?? false
  switch (command.do) {
    case 'tap': {
      if (isUndone || command.id !== rowId) return null
      const isThis = isUnknown
        ? tap.kind === command.kind && tap.time === command.time
        : outcome.kind === 'stored' && outcome.tapped?.id === tap.id
      return isThis ? { tap } : null
    }
    case 'untap':
      return isUndone && command.id === rowId && command.tap.id === tap.id ? { tap, undone: true } : null
    case 'edit': {
      if (!isUndone || command.id !== rowId) return null
      return isUnknown || (outcome.kind === 'stored' && has(outcome.untapped)) ? { tap, undone: true } : null
    }
    case 'merge':
    case 'separate': {
      if (command.keep.id !== rowId || isUndone !== (command.do === 'separate')) return null
      return has(command.drop.taps) || isUnknown || isSeen(outcome, tap)
        ? { tap, counted: true, ...undone }
        : null
    }
    case 'recover': {
      const told = outcome.kind === 'stored' ? outcome.recovered?.taps : undefined
      const change = told?.find((one) => one.tap.id === tap.id && (one.undone === true) === isUndone)
      if (change !== undefined) return change
      return isUnknown ? { tap, ...undone } : null
    }
    default:
      return null
  }
}

/** A merge looks at the newest state, so it may have known of taps that the asking page didn't show yet. */
function isSeen(outcome: Deed['outcome'], tap: Tap): boolean {
  return outcome.kind === 'stored' && (outcome.merged?.was.taps.some(({ id }) => id === tap.id) ?? false)
}

function mayTap({ command }: Deed, rowId: string): boolean {
  if (command.do === 'merge' || command.do === 'separate') return command.keep.id === rowId
  if (command.do === 'recover') return true
  return (command.do === 'tap' || command.do === 'untap' || command.do === 'edit') && command.id === rowId
}

export function tapsOf({ taps }: Row): readonly Tap[] {
  return Array.isArray(taps) ? taps : []
}

function lacking(some: readonly Tap[], others: readonly Tap[]): Tap[] {
  return some.filter(({ id }) => others.every((other) => other.id !== id))
}

function keyOf(rowId: string, { id }: Tap): string {
  return `${rowId} ${id}`
}
