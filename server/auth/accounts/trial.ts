import { trialEnded } from '../calls/refusals.ts'
import type { UserRow } from './users.ts'

/** The key of app_metadata that holds a trial's end: only an administrator sets it, on hosted Supabase too. */
export const TRIAL_ENDS_AT = 'trial_ends_at'

/** The instant a trial ends, in Unix milliseconds; null when the account is no trial. */
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

/** Whether the account is a trial whose end has come. */
export function isTrialOver(user: Pick<UserRow, 'raw_app_meta_data'>): boolean {
  const end = trialEndOf(user)
  return end !== null && end <= Date.now()
}

/** Throws 403 trial_ended for a trial that is over, with words that the family can read. */
export function refuseEndedTrial(user: Pick<UserRow, 'raw_app_meta_data'>): void {
  const end = trialEndOf(user)
  if (end === null || end > Date.now()) return
  throw trialEnded(trialEndedWords(LONG_DATE.format(end)))
}

/**
 * What a family reads when its trial is over. The SQL function `refuse_ended_trial` says the same on hosted Supabase.
 */
export function trialEndedWords(day: string): string {
  return `Tu periodo de prueba terminó el ${day}. Tus registros siguen guardados: escríbenos para continuar.`
}
