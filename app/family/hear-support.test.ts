import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { hearSupport } from './hear-support.ts'
import { knownSupport } from './support.ts'

const USER = 'c0ffee00-0000-4000-8000-000000000001'
const PROPOSAL = {
  id: 'proposal',
  name: 'Marta',
  sentence: 'Una siesta menos.',
  first_wake_window: '2h',
  naps_count: 2,
  naps: [],
  night_bedtime: '20:15',
}
/** What the server answers each time it is asked. */
const answer = vi.fn<() => Response>()
const trouble = () => Response.json({ code: 'XX000', message: '' }, { status: 500 })

beforeEach(() => {
  const storage = new PhoneStorage()
  const token = ['h', btoa(JSON.stringify({ sub: USER, session_id: 'session' })), 's'].join('.')
  const user = { id: USER, email: 'ana@example.org' }
  const session = { access_token: token, refresh_token: 'r', expires_at: 4e9, user }
  storage.setItem(SESSION_KEY, JSON.stringify(session))
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async () => answer())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer.mockReset().mockImplementation(trouble)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks again, with pauses, until the server has answered', async () => {
  const stop = hearSupport()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(answer.mock.calls.length).toBeGreaterThan(1)
  expect(answer.mock.calls.length).toBeLessThan(6)
  const said = { requests: [], support: null, proposals: [PROPOSAL], questions: [] }
  answer.mockReset().mockImplementation(() => Response.json(said, { headers: { 'Content-Range': '0-0/*' } }))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(knownSupport()?.said.proposals).toEqual([PROPOSAL])
  expect(answer).toHaveBeenCalledOnce()
  stop()
})

it('doesn’t ask again once nobody sees it', async () => {
  const stop = hearSupport()
  await vi.advanceTimersByTimeAsync(0)
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(answer).toHaveBeenCalledOnce()
})

it('doesn’t ask again for what the server refuses', async () => {
  answer.mockImplementation(() => Response.json({ code: '22023', message: '' }, { status: 400 }))
  hearSupport()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(answer).toHaveBeenCalledOnce()
})
