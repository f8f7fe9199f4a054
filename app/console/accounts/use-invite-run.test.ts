import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import type { RowOutcome } from './invite-run.ts'

/* When the browser asks before the page with an invited list is closed. */

const ADMIN = 'c0ffee00-0000-4000-8000-000000000001'
const LIST = `${ADMIN} invite-list`
const rows = ['ana@example.org', 'luis@example.org'].map((email) => ({ email, trialDays: null }))
const asking = new Set<string>()
const asks = () => asking.has('beforeunload')
let drafts: typeof import('../drafts/use-draft.ts')
let kept: typeof import('./use-invite-run.ts')

beforeEach(async () => {
  const storage = new PhoneStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', (name: string) => asking.add(name))
  vi.stubGlobal('removeEventListener', (name: string) => asking.delete(name))
  // They read what is stored as soon as they are there, as on a page.
  const { SESSION_KEY } = await import('../../session/stored-session.ts')
  const session = { access_token: 'h.e30.s', refresh_token: 'r', expires_at: 4e9, user: { id: ADMIN } }
  storage.setItem(SESSION_KEY, JSON.stringify(session))
  drafts = await import('../drafts/use-draft.ts')
  kept = await import('./use-invite-run.ts')
  drafts.putDraft(LIST, 'ana@example.org\nluis@example.org')
  kept.keepRun(ADMIN, { rows, outcomes: [], isRunning: true })
  expect(asks()).toBe(true)
})
afterEach(() => {
  kept.dropRun(ADMIN)
  drafts.putDraft(LIST, null)
  expect(asks()).toBe(false)
  vi.unstubAllGlobals()
})

const sent = (email: string): RowOutcome => ({
  result: 'invited',
  email,
  account: null,
  mail: { kind: 'sent' },
})
const byHand = (email: string): RowOutcome => ({
  result: 'invited',
  email,
  account: null,
  mail: { kind: 'unsent', subject: 'Tu invitación', text: 'Hola' },
})

function end(outcomes: readonly RowOutcome[]): void {
  kept.keepRun(ADMIN, { rows, outcomes, isRunning: false })
}

it('not once all are invited: the results only stay to be read', () => {
  end([sent('ana@example.org'), sent('luis@example.org')])
  expect(asks()).toBe(false)
  expect(drafts.draftUnder(LIST)).toBeNull()
})

it('as long as a mail that is to be sent by hand isn’t copied', () => {
  end([byHand('ana@example.org'), byHand('luis@example.org')])
  kept.keepCopied(ADMIN, ['ana@example.org'])
  expect(asks()).toBe(true)
  kept.keepCopied(ADMIN, ['luis@example.org'])
  expect(asks()).toBe(false)
})

it('while somebody of the list isn’t invited', () => {
  end([sent('ana@example.org'), { result: 'failed', email: 'luis@example.org' }])
  expect(asks()).toBe(true)
  expect(drafts.draftUnder(LIST)).toBe('email\nluis@example.org')
})
