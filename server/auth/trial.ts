import { HttpError } from '../errors.ts'
import type { UserRow } from './users.ts'

/** Where the end of a trial is kept: in app_metadata, which hosted Supabase has too and only an administrator sets. */
export const TRIAL_ENDS_AT = 'trial_ends_at'

/** The instant a trial ends, in Unix milliseconds; null: the account is no trial. */
export function trialEndOf(user: Pick<UserRow, 'raw_app_meta_data'>): number | null {
  const stated = user.raw_app_meta_data[TRIAL_ENDS_AT]
  const instant = typeof stated === 'string' ? Date.parse(stated) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}

const LONG_DATE = new Intl.DateTimeFormat('es', {
  timeZone: 'Europe/Madrid',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export function isTrialOver(user: Pick<UserRow, 'raw_app_meta_data'>): boolean {
  const end = trialEndOf(user)
  return end !== null && end <= Date.now()
}

/** Throws 403 trial_ended, with words for the family. */
export function refuseEndedTrial(user: Pick<UserRow, 'raw_app_meta_data'>): void {
  const end = trialEndOf(user)
  if (end === null || end > Date.now()) return
  throw new HttpError(
    403,
    'trial_ended',
    `Tu periodo de prueba terminó el ${LONG_DATE.format(end)}. Tus registros siguen guardados: escríbenos para continuar.`,
  )
}
