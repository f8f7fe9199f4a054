import { canonical } from './canonical.ts'
import type { Effect, Row } from './effect-log.ts'
import type { Deed } from './history.ts'
import { counted } from './recoveries.ts'
import { withDuration } from './row-duration.ts'
import type { Verdict } from './verdict.ts'

interface Merge {
  deed: Deed
  keepId: string
  dropId: string | null
  /** A change of the record that stays was taken for this one's. */
  isPatched: boolean
  /** An effect that changed nothing was taken for this one's; it may have been a tap's that was there already. */
  isIdle: boolean
}

/**
 * A merge is two effects: a change of the record that stays, unless it says everything already, and the deletion of the
 * other. Its undo changes the one back, and adds the other again.
 */
export class Merges {
  private readonly verdict: Verdict
  private readonly merges: Merge[]

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.verdict = verdict
    this.merges = deeds.flatMap((deed) => {
      const { command } = deed
      if (command.do !== 'merge' && command.do !== 'separate') return []
      const dropId = command.do === 'merge' ? command.drop.id : null
      return { deed, keepId: command.keep.id, dropId, isPatched: false, isIdle: false }
    })
  }

  /** Returns whether the effect is one of a merge. `before` is the row as it was. */
  take({ kind, rowId, row }: Effect, before: Row | undefined): boolean {
    if (before === undefined || kind === 'INSERT') return false
    return row === null ? this.takeDeletion(rowId, before) : this.takeChange(rowId, before, row)
  }

  private takeDeletion(rowId: string, before: Row): boolean {
    const possible = this.merges.filter(({ dropId }) => dropId === rowId)
    if (possible.length === 0) return false
    // When the deleted row said something that the merging phone didn't know, that is lost.
    if (!possible.some(({ deed }) => knew(deed, before) ?? true)) {
      this.verdict.lost.push(`borrado al unir sin haberse visto: ${canonical(before)}`)
    }
    return true
  }

  private takeChange(rowId: string, before: Row, row: Row): boolean {
    const isIdle = canonical(before) === canonical(row)
    const possible = this.merges.filter(
      (merge) => merge.keepId === rowId && !merge.isPatched && !(isIdle && merge.isIdle),
    )
    const merge =
      possible.find(({ deed }) => {
        const fields = fieldsOf(deed)
        return (
          fields !== null &&
          canonical(counted(withDuration(before, { ...before, ...fields }))) === canonical(row)
        )
      }) ??
      // Nobody knows what a phone that died would have changed, so any change may be its merge.
      possible.find(({ deed }) => deed.outcome.kind === 'unknown')
    if (merge === undefined) return false
    if (isIdle) merge.isIdle = true
    else merge.isPatched = true
    return true
  }

  /** Returns whether the record that stays says what this merge, or its undo, gave it. */
  hasChanged(deed: Deed, deletedIds: ReadonlySet<string>): boolean {
    const merge = this.merges.find((other) => other.deed === deed)
    const hasNothingToSay = Object.keys(fieldsOf(deed) ?? {}).length === 0
    const isTaken = merge === undefined || merge.isPatched || merge.isIdle
    return isTaken || hasNothingToSay || deletedIds.has(merge.keepId)
  }

  /** `left` is the row that should have gone, if it is still there. */
  isAccountedFor(deed: Deed, deletedIds: ReadonlySet<string>, left: Row | undefined): boolean {
    const merge = this.merges.find((other) => other.deed === deed)
    const { outcome } = deed
    if (merge === undefined || outcome.kind !== 'stored' || outcome.merged === undefined) return true
    return this.hasChanged(deed, deletedIds) && (left === undefined || knew(deed, left) === false)
  }
}

/** Returns what a merge or its undo changed in the record that stays, or null when nobody knows. */
function fieldsOf({ outcome }: Deed): object | null {
  if (outcome.kind !== 'stored') return null
  const fields = (outcome.merged ?? outcome.separated)?.fields
  if (fields === undefined) return null
  // Taps are left out because they are effects of their own.
  const { taps: _taps, ...others } = fields
  return others
}

/** Returns whether the merging phone had seen the row as it is here, or null when nobody can tell. */
function knew({ outcome }: Deed, row: Row): boolean | null {
  if (outcome.kind !== 'stored' || outcome.merged === undefined) return null
  // The witness leaves out who logged a record, which a phone knows once it has downloaded it.
  const { duration: _was, logged_by: _logger, ...was } = outcome.merged.was
  const { duration: _is, ...is } = row
  return canonical(was) === canonical(is)
}
