import type { Account } from '../console/accounts/calls/remote-accounts.ts'

/** An account in the console's list, for a test: a family's, of which nothing is known but what the test is about. */
export function listedAccount(about: Partial<Account> = {}): Account {
  return {
    id: 'a',
    email: 'ana@example.org',
    phone: null,
    created_at: '2025-01-01T10:00:00Z',
    last_sign_in_at: null,
    disabled: false,
    waiting: false,
    trial_ends_at: null,
    staff_role: null,
    staff_name: null,
    works_for_provider: false,
    has_second_factor: false,
    ...about,
  }
}
