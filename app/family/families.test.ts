import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { knownFamilies, refreshFamilies } from './families.ts'
import type { Family } from './remote-families.ts'

/* What this phone knows of the families that its account can open, in several tabs. */

const [OWN, LUCIA] = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002']
let storage: PhoneStorage
/** Answers, the oldest first, which families the account can open. */
let answers: ((families: Family[]) => void)[] = []

beforeEach(() => {
  storage = new PhoneStorage()
  answers = []
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('fetch', async () => {
    const families = await new Promise<Family[]>((resolve) => answers.push(resolve))
    // A table's own answer to a write says how many rows there are.
    return Response.json(families, { headers: { 'Content-Range': '0-0/*' } })
  })
  const token = ['h', btoa(JSON.stringify({ sub: OWN, session_id: 'session' })), 's'].join('.')
  const session = { access_token: token, refresh_token: 'r', expires_at: 4e9, user: { id: OWN } }
  storage.setItem(SESSION_KEY, JSON.stringify(session))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function family(family_id: string, about: Partial<Family> = {}): Family {
  const isOwn = family_id === OWN
  return {
    family_id,
    baby_name: isOwn ? null : 'Lucía',
    owner_name: null,
    role: isOwn ? 'owner' : 'carer',
    until: null,
    is_open: true,
    is_untouched: isOwn,
    access_rev: 1,
    people: [],
    invitations: [],
    ...about,
  }
}

async function answer(...families: Family[]): Promise<void> {
  await vi.waitFor(() => expect(answers).not.toEqual([]))
  answers.shift()?.(families)
}

it('an answer that was on its way while another tab heard more is asked for once more', async () => {
  storage.setItem(`nana-families:${OWN}`, JSON.stringify({ families: [family(OWN)], shown: null, left: [] }))
  const refreshed = refreshFamilies(OWN)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const heard = { families: [family(OWN), family(LUCIA)], shown: LUCIA, left: [] }
  storage.setItem(`nana-families:${OWN}`, JSON.stringify(heard))
  await answer(family(OWN))
  await answer(family(OWN), family(LUCIA, { access_rev: 2 }))
  await refreshed
  expect(knownFamilies(OWN)).toMatchObject({ left: [], shown: LUCIA, families: [{}, { access_rev: 2 }] })
})
