import { LONGEST_TRIAL_DAYS } from '../administration/accounts.ts'
import { invalid } from '../auth/calls/refusals.ts'
import { HttpError } from '../http/errors.ts'

// What only the console refuses. The rest has the codes and words of /auth/v1.

/** @param field what the body calls the length. */
export function badTrialLength(field: 'days' | 'trial_days'): HttpError {
  return invalid(`${field} must be a whole number from 1 to ${LONGEST_TRIAL_DAYS}`)
}

export function notATrial(): HttpError {
  return new HttpError(422, 'not_a_trial', 'The account is no trial')
}

export function trialChanged(): HttpError {
  return new HttpError(409, 'trial_changed', 'The trial ends at another time than was seen')
}

export function ownAccount(): HttpError {
  return new HttpError(422, 'own_account', 'Nobody does this to their own account')
}

export function staffAccount(): HttpError {
  return new HttpError(422, 'staff_account', 'Accounts of the staff are administered by the command line')
}

export function emailMismatch(): HttpError {
  return new HttpError(422, 'email_mismatch', 'The email address is not that of the account')
}

export function badRowCount(most: number): HttpError {
  return invalid(`rows must be a list of 1 to ${most}`)
}
