import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Known } from './families.ts'
import type { Place } from './use-families.ts'

/** Who logged a record: the family's account by its name, `null` where it has none; else a person whom it let in. */
export type Logger = { isMe: boolean; name: string | null }

/**
 * Who logged a record, told only where several log or did, which a professional doesn't; null: there is nothing to
 * tell, or it isn't known.
 */
export function loggerOf(record: SleepRecord, place: Place | null, known: Known | null): Logger | null {
  const family = known?.families.find(({ family_id }) => family_id === place?.familyId)
  const id = record.logged_by
  if (family === undefined || id === undefined) return null
  if (id === null) {
    const areSeveral = family.people.some(({ role }) => role !== 'consultant')
    return areSeveral ? { isMe: place?.role === 'owner', name: family.owner_name } : null
  }
  const isMe = id === place?.accountId
  const person = family.people.find(({ account_id }) => account_id === id)
  return person === undefined ? null : { isMe, name: person.name }
}
