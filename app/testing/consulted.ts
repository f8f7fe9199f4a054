import type { ConsultedFamily } from '../console/families/consulted.ts'

/** A family that has let a consultant in, for a test: nothing is known of it but what the test is about. */
export function consulted(about: Partial<ConsultedFamily> = {}): ConsultedFamily {
  return {
    family_id: 'f1',
    email: 'familia@example.org',
    baby_name: null,
    owner_name: null,
    birth_date: null,
    time_zone: 'Europe/Madrid',
    time_zone_since: null,
    until: '2026-12-31T23:00:00+00:00',
    trial_ends_at: null,
    support: null,
    rev: 1,
    access_rev: 1,
    open_questions: 0,
    asked: null,
    ...about,
  }
}
