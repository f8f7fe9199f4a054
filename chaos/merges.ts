import { canonical } from './canonical.ts'
import type { Effect, Row } from './effect-log.ts'
import type { Deed } from './history.ts'
import { withDuration } from './row-duration.ts'
import type { Verdict } from './verdict.ts'

/**
 * A merge is two effects: a change of the one that stays, unless it says everything already, and a deletion. Its undo
 * changes the one back, and adds the other again.
 */
export class Merges {
  private readonly verdict: Verdict
  private readonly merges: { deed: Deed; keepId: string; dropId: string | null; isPatched: boolean }[]

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.verdict = verdict
    this.merges = deeds.flatMap((deed) => {
      const { command } = deed
      if (command.do !== 'merge' && command.do !== 'separate') return []
      const dropId = command.do === 'merge' ? command.drop.id : null
      return { deed, keepId: command.keep.id, dropId, isPatched: false }
    })
  }

  /** Whether the effect is one of a merge. `before` is the row as it was. */
  take({ kind, rowId, row }: Effect, before: Row | undefined): boolean {
    if (before === undefined || kind === 'INSERT') return false
    return row === null ? this.takeDeletion(rowId, before) : this.takeChange(rowId, before, row)
  }

  private takeDeletion(rowId: string, before: Row): boolean {
    const possible = this.merges.filter(({ dropId }) => dropId === rowId)
    if (possible.length === 0) return false
    // Deleted with something in it that the merging phone didn't know is lost.
    if (!possible.some(({ deed }) => knew(deed, before) ?? true)) {
      this.verdict.lost.push(`merged away unseen: ${canonical(before)}`)
    }
    return true
  }

  private takeChange(rowId: string, before: Row, row: Row): boolean {
    const possible = this.merges.filter(({ keepId, isPatched }) => keepId === rowId && !isPatched)
    const merge =
      possible.find(({ deed }) => {
        const fields = fieldsOf(deed)
        return fields !== null && canonical(withDuration(before, { ...before, ...fields })) === canonical(row)
      }) ??
      // What a phone that died had in mind, nobody knows.
      possible.find(({ deed }) => deed.outcome.kind === 'unknown')
    if (merge === undefined) return false
    merge.isPatched = true
    return true
  }

  /** Whether the one that stays says what this merge, or its undo, gave it. */
  hasChanged(deed: Deed, deletedIds: ReadonlySet<string>): boolean {
    const merge = this.merges.find((other) => other.deed === deed)
    const hasNothingToSay = Object.keys(fieldsOf(deed) ?? {}).length === 0
    return merge === undefined || merge.isPatched || hasNothingToSay || deletedIds.has(merge.keepId)
  }

  /** `left` is the row that should have gone, if it is still there. */
  isAccountedFor(deed: Deed, deletedIds: ReadonlySet<string>, left: Row | undefined): boolean {
    const merge = this.merges.find((other) => other.deed === deed)
    const { outcome } = deed
    if (merge === undefined || outcome.kind !== 'stored' || outcome.merged === undefined) return true
    return this.hasChanged(deed, deletedIds) && (left === undefined || knew(deed, left) === false)
  }
}

/** What a merge or its undo changed in the one that stays; null: nobody knows. */
function fieldsOf({ outcome }: Deed): object | null {
  if (outcome.kind !== 'stored') return null
  return (outcome.merged ?? outcome.separated)?.fields ?? null
}

/** Whether the merging phone had seen the row as it is here; null: nobody can tell. */
function knew({ outcome }: Deed, row: Row): boolean | null {
  if (outcome.kind !== 'stored' || outcome.merged === undefined) return null
  const { duration: _was, ...was } = outcome.merged.was
  const { duration: _is, ...is } = row
  return canonical(was) === canonical(is)
}
