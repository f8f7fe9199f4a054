import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PATIENT } from '../../testing/patient.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'

/* A note and the session of the account that writes it. */

const ANA = 'c0ffee00-0000-4000-8000-000000000001'
let sessions = 0
/** The notes that the server was sent. */
let sent: string[]
let answer: () => Response
let notes: typeof import('./use-note.ts')
let left: typeof import('../../session/left-session.ts')
let stored: typeof import('../../session/stored-session.ts')
let backup: typeof import('../../session/session-backup.ts')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sent = []
  answer = () => Response.json(null, { headers: { 'Content-Range': '0-0/*' } })
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { text: string }).text)
    return answer()
  })
  // A page of its own: what other files of this process have loaded would finish a sign-out that is noted here.
  vi.resetModules()
  left = await import('../../session/left-session.ts')
  stored = await import('../../session/stored-session.ts')
  backup = await import('../../session/session-backup.ts')
  // It listens to the session as soon as it is there, as on a page.
  notes = await import('./use-note.ts')
  await signIn()
})
afterEach(async () => {
  left.noteLeaving(null)
  // Whatever is written to the disk follows what was before.
  await backup.noteLeavingOnDisk(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function signIn(): Promise<void> {
  sessions += 1
  const session = {
    access_token: 'h.e30.s',
    refresh_token: `r${sessions}`,
    expires_at: 4e9,
    user: { id: ANA },
  }
  await stored.authStorage.setItem(stored.SESSION_KEY, JSON.stringify(session))
}

function type(text: string) {
  const keeper = notes.noteKeeperOf('familia', ANA)
  keeper.edit(text)
  keeper.flush()
  return keeper
}

it('is not sent by a page that goes after its writer has given it up, but by one in which she writes on', async () => {
  const { leaveUnasked } = await import('../drafts/unsaved.ts')
  const keeper = notes.noteKeeperOf('familia', ANA)
  keeper.edit('Duerme')
  leaveUnasked()
  keeper.flush()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(sent).toEqual([])
  keeper.edit('Duerme mejor en brazos.')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['Duerme mejor en brazos.'])
})

it('waits after a session that ended, and is sent when its account is back', async () => {
  const heard = answer
  answer = () => {
    throw new TypeError('no network')
  }
  const keeper = type('Duerme en brazos.')
  await vi.waitFor(() => expect(keeper.state().phase).toBe('unheard'), PATIENT)
  stored.authStorage.removeItem(stored.SESSION_KEY)
  answer = heard
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.state().phase).toBe('unheard')
  expect(notes.noteKeeperOf('familia', ANA)).toBe(keeper)
  await signIn()
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(
    () => expect(keeper.state()).toEqual({ text: 'Duerme en brazos.', phase: 'saved' }),
    PATIENT,
  )
  expect(sent).toEqual(['Duerme en brazos.', 'Duerme en brazos.'])
})

it('is gone when its account signs out, saved or not', async () => {
  answer = () => {
    throw new TypeError('no network')
  }
  const keeper = type('Duerme en brazos.')
  await vi.waitFor(() => expect(keeper.state().phase).toBe('unheard'), PATIENT)
  left.noteLeaving(null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['Duerme en brazos.'])
  expect(notes.noteKeeperOf('familia', ANA).state()).toEqual({ text: '', phase: 'saved' })
})

it('does not stay in memory after a session that ended once the server has it', async () => {
  const keeper = type('Duerme en brazos.')
  await vi.waitFor(() => expect(keeper.state().phase).toBe('saved'), PATIENT)
  expect(notes.noteKeeperOf('familia', ANA)).toBe(keeper)
  stored.authStorage.removeItem(stored.SESSION_KEY)
  expect(notes.noteKeeperOf('familia', ANA)).not.toBe(keeper)
})

it('tells a text that the server does not take from a family that lets nobody in', async () => {
  answer = () => Response.json({ code: '22P05', message: 'unsupported Unicode escape' }, { status: 400 })
  const keeper = type('Duerme\u0000')
  await vi.waitFor(() => expect(keeper.state().phase).toBe('failed'), PATIENT)
})

it('keeps what another window has written beside its own', async () => {
  answer = () => Response.json('De la otra ventana.', { headers: { 'Content-Range': '0-0/*' } })
  const keeper = type('Mía.')
  const overtaken = { text: 'Mía.', phase: 'overtaken', other: 'De la otra ventana.' }
  await vi.waitFor(() => expect(keeper.state()).toEqual(overtaken), PATIENT)
})
