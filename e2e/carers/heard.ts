import type { Page } from '@playwright/test'

/** Somebody who was let in, as the server tells the family. */
export function person(name: string, change: object = {}) {
  return {
    account_id: `id-${name}`,
    name,
    role: 'carer',
    granted_at: '2025-08-03T08:00:00Z',
    until: null,
    ended_at: null,
    last_seen_at: null,
    ...change,
  }
}

/** A professional who is in until 31 October. */
export const MARTA = person('Marta', { role: 'consultant', until: '2025-10-31T23:00:00Z' })

export const REQUEST = {
  id: 'request',
  name: 'Marta',
  purpose: 'Para ver cómo van las siestas antes de nuestra llamada del viernes.',
  until: '2025-09-30T22:00:00Z',
  starts_on: '2025-08-04',
  ends_on: '2025-08-31',
  hours: 'de lunes a viernes, de 9 a 18',
}

export const SUPPORT = {
  starts_on: '2025-08-04',
  ends_on: '2025-08-31',
  hours: 'de lunes a viernes, de 9 a 18',
}

export const PROPOSAL = {
  id: 'proposal',
  name: 'Marta',
  sentence: 'Un solo cambio: la última siesta, más corta.',
  first_wake_window: '1h 30min',
  naps_count: 3,
  naps: [
    { duration: 90, wakeWindow: '2h 15min' },
    { duration: 120, wakeWindow: '2h 30min' },
    { duration: 30, wakeWindow: '3h 00min' },
  ],
  night_bedtime: '19:30',
}

export const REPLIED = {
  id: 'replied',
  question: '¿La despierto de la segunda siesta?',
  asked_at: '2025-08-10T09:00:00Z',
  reply: 'Sí, a las dos horas. Así llega bien a la noche.',
  replied_by: 'Marta',
  replied_at: '2025-08-11T08:00:00Z',
}

/** What the server told this phone of its family when it could last be asked. */
export async function heard(
  page: Page,
  userId: string,
  { people = [], invitations = [], left = [], ...said }: Heard = {},
): Promise<void> {
  const family = {
    family_id: userId,
    baby_name: 'Lucía',
    owner_name: 'Ana',
    role: 'owner',
    until: null,
    is_open: true,
    is_untouched: false,
    access_rev: 9,
    people,
    invitations,
  }
  const support = { requests: [], support: null, proposals: [], questions: [], ...said }
  await page.evaluate((kept) => Object.assign(localStorage, kept), {
    [`nana-families:${userId}`]: JSON.stringify({ families: [family], shown: null, left }),
    [`nana-support:${userId}`]: JSON.stringify({ said: support, rev: 9, answers: [], repliesRead: '' }),
  })
}

interface Heard {
  people?: readonly object[]
  invitations?: readonly object[]
  /** Families that let this account in no more. */
  left?: readonly object[]
  requests?: readonly object[]
  support?: object | null
  proposals?: readonly object[]
  questions?: readonly object[]
}
