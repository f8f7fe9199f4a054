import { addDays, type LocalDate } from '../../../../core/time/time.ts'
import { asking as words } from '../../../words/console/families.es.ts'
import type { Asking } from '../../requests/remote-asking.ts'

/** A support of four weeks is the usual one; its first and its last day count. */
const SUPPORT_DAYS = 28

/** What a request begins with. @param hours of the request before; null: there was none. */
export function newAsking(today: LocalDate, hours: string | null): Asking {
  return {
    email: '',
    purpose: words.purposeOffered,
    starts_on: today,
    ends_on: addDays(today, SUPPORT_DAYS - 1),
    hours: hours ?? words.hoursOffered,
  }
}

const FIELDS = ['email', 'purpose', 'starts_on', 'ends_on', 'hours'] as const satisfies (keyof Asking)[]

/** What is unsent after an edit; null: nothing, as it reads as it began. */
export function askingDraft(begun: Asking, edited: Asking): Asking | null {
  return FIELDS.every((field) => edited[field] === begun[field]) ? null : edited
}
