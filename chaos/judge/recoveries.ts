import { parseRow } from '../../app/local/rows.ts'
import { withTapsCounted } from '../../core/records/taps.ts'
import { canonical } from './canonical.ts'
import type { Effect, Row } from './effect-log.ts'
import type { Deed } from './history.ts'
import { withDuration } from './row-duration.ts'

/**
 * When «Recuperar» finds the record back already, or two phones bring it back at once, it changes the record by what
 * was noted on its phone. So the row is there once, whoever was first.
 */
export class Recoveries {
  private readonly deeds: readonly Deed[]

  constructor(deeds: readonly Deed[]) {
    this.deeds = deeds.filter(({ command }) => command.do === 'recover')
  }

  take({ kind, rowId, row }: Effect, before: Row | undefined): boolean {
    if (kind !== 'UPDATE' || row === null || before === undefined) return false
    return this.deeds.some(({ command, outcome }) => {
      if (command.do !== 'recover') return false
      const { record } = command
      if (outcome.kind === 'unknown') return row.time === record.time
      if (outcome.kind !== 'stored' || outcome.rowId !== rowId) return false
      const fields = Object.entries(outcome.recovered?.fields ?? {})
      return (
        canonical(counted(withDuration(before, { ...before, ...Object.fromEntries(fields) }))) ===
        canonical(row)
      )
    })
  }
}

/** Raises counts as the database does, so that none is lower than its taps. */
export function counted(row: Row): Row {
  const record = parseRow('sleep_records', row)
  if (record === null) return row
  const { wake_ups, feedings, diaper_changes } = withTapsCounted(record)
  return { ...row, wake_ups, feedings, diaper_changes }
}
