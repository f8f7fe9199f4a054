import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../../testing/phone-storage.ts'

/* What becomes of what is typed when its session goes. */

const [ANA, EVA] = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002']
const asking = new Set<string>()
let sessions = 0
let drafts: typeof import('./use-draft.ts')
let left: typeof import('../../session/left-session.ts')
let stored: typeof import('../../session/stored-session.ts')
let backup: typeof import('../../session/session-backup.ts')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', (name: string) => asking.add(name))
  vi.stubGlobal('removeEventListener', (name: string) => asking.delete(name))
  // A page of its own: what other files of this process have loaded would finish a sign-out that is noted here.
  vi.resetModules()
  left = await import('../../session/left-session.ts')
  stored = await import('../../session/stored-session.ts')
  backup = await import('../../session/session-backup.ts')
  // It listens to the session as soon as it is there, as on a page.
  drafts = await import('./use-draft.ts')
  await signIn(ANA)
  drafts.putDraft(`${ANA} familia reply`, 'Sí, a las cinco.')
  expect(typed()).toBe('Sí, a las cinco.')
})
afterEach(async () => {
  drafts.putDraft(`${ANA} familia reply`, null)
  // Whatever is written to the disk follows what was before.
  await backup.noteLeavingOnDisk(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function signIn(id: string): Promise<void> {
  sessions += 1
  const session = { access_token: 'h.e30.s', refresh_token: `of-${sessions}`, expires_at: 4e9, user: { id } }
  await stored.authStorage.setItem(stored.SESSION_KEY, JSON.stringify(session))
}

const typed = () => drafts.draftUnder(`${ANA} familia reply`)

it('has the browser ask before the page is closed, until it is sent', () => {
  expect([...asking]).toEqual(['beforeunload'])
  drafts.putDraft(`${ANA} familia reply`, null)
  expect([...asking]).toEqual([])
})

it('is gone once its account signs out, and nothing is asked at the login', () => {
  left.noteLeaving(null)
  expect(typed()).toBeNull()
  left.dropLeftSession({ isSaid: true })
  expect([...asking]).toEqual([])
})

it('waits after a session that was ended, and is there when its account is back', async () => {
  stored.authStorage.removeItem(stored.SESSION_KEY)
  expect(typed()).toBe('Sí, a las cinco.')
  await signIn(ANA)
  expect(typed()).toBe('Sí, a las cinco.')
})

it('is nothing for another account that signs in after a session that was ended', async () => {
  stored.authStorage.removeItem(stored.SESSION_KEY)
  await signIn(EVA)
  expect(typed()).toBeNull()
  expect([...asking]).toEqual([])
})

it('is not taken any more from what goes on for a moment after signing out', () => {
  left.noteLeaving(null)
  drafts.putDraft(`${ANA} familia reply`, 'Sí.')
  expect(typed()).toBeNull()
  expect([...asking]).toEqual([])
})

it('is back after one press when another one, or none, was put in its place', async () => {
  // Of the same page as the drafts.
  const { replaceDraft } = await import('./replace-draft.ts')
  const { shownToast } = await import('../../ui/overlays/toasts.ts')
  for (const next of [null, 'Otra.']) {
    replaceDraft(`${ANA} familia reply`, next, 'Descartada')
    expect([typed(), shownToast()?.title]).toEqual([next, 'Descartada'])
    shownToast()?.action?.run()
    expect(typed()).toBe('Sí, a las cinco.')
  }
})

it('what was typed since is back after one more press', async () => {
  const { replaceDraft } = await import('./replace-draft.ts')
  const { shownToast } = await import('../../ui/overlays/toasts.ts')
  replaceDraft(`${ANA} familia reply`, null, 'Descartada')
  drafts.putDraft(`${ANA} familia reply`, 'A las seis.')
  shownToast()?.action?.run()
  expect(typed()).toBe('Sí, a las cinco.')
  shownToast()?.action?.run()
  expect(typed()).toBe('A las seis.')
})

it('where nothing was typed nothing is offered', async () => {
  const { replaceDraft } = await import('./replace-draft.ts')
  const { shownToast } = await import('../../ui/overlays/toasts.ts')
  replaceDraft(`${ANA} familia proposal`, 'Una.', 'Cambiada')
  expect(shownToast()).toBeNull()
  drafts.putDraft(`${ANA} familia proposal`, null)
})
