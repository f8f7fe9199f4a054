import { BLANK_RECORD } from '../../core/records/sleep-record.ts'
import { canonical } from './canonical.ts'
import type { Row } from './effect-log.ts'
import type { Deed } from './history.ts'
import { counted } from './recoveries.ts'
import { withDuration } from './row-duration.ts'

/** A change replaces the fields it names, and only those: two phones that correct different ones both win. */
export function expectedRow({ command, outcome }: Deed, before: Row | null, actual: Row): Row {
  const { id, user_id } = actual
  if (command.do === 'add') return { ...command.draft, id, user_id }
  if (command.do === 'undo' || command.do === 'recover') return { ...command.record, id, user_id }
  if (command.do === 'separate') {
    const { logged_by: _logger, ...drop } = command.drop
    return { ...drop, id, user_id }
  }
  if (command.do === 'start') return { ...BLANK_RECORD, ...command.draft, id, user_id }
  const fields = Object.entries('patch' in command ? command.patch : {}).filter(([field, value]) => {
    if (outcome.kind === 'stored') return outcome.sent?.includes(field) ?? !outcome.unchanged.includes(field)
    // Nobody could see what the page showed before, so both the old and the new value are right.
    return canonical(actual[field]) === canonical(value)
  })
  const said: Row = { ...before, ...Object.fromEntries(fields), id }
  // A birth date that is changed is known from then on.
  if (command.do === 'baby' && said.birth_date !== before?.birth_date)
    return { ...said, birth_date_known: true }
  return counted(withDuration(before, said))
}
