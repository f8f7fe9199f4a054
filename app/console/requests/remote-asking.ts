import * as v from 'valibot'
import type { LocalDate } from '../../../core/time/time.ts'
import { type Called, call } from '../../family/remote-families.ts'

const askedSchema = v.union([
  v.object({ id: v.string() }),
  v.object({ refused: v.picklist(['unknown', 'own', 'in', 'asked', 'refused']) }),
])

/** What the database takes at most of each text, in letters. */
export const MOST_PURPOSE_LETTERS = 300
export const MOST_HOURS_LETTERS = 120

/** How the database refuses a support that begins so far ahead that it must be a slip. */
export const BEGINS_TOO_LATE = 'a support begins within a year'

export interface Asking {
  email: string
  purpose: string
  starts_on: LocalDate
  ends_on: LocalDate
  hours: string
}

/** Asks a family for leave to look until some time after the support. `refused`: why it isn't asked. */
export function askFamily(
  asking: Asking,
  accountId: string,
): Promise<Called<v.InferOutput<typeof askedSchema>>> {
  return call('ask_family', { ...asking }, askedSchema, accountId)
}

/** False: the family has answered already. A database of before answers nothing. */
const withdrawnSchema = v.nullish(v.boolean(), true)

export function withdrawRequest(id: string, accountId: string): Promise<Called<boolean>> {
  return call('withdraw_request', { id }, withdrawnSchema, accountId)
}
