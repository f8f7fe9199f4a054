import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { SESSION_KEY } from '../../session/stored-session.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { planOf, type Template } from '../plans/remote-templates.ts'
import { saveDraft } from './save-draft.ts'
import { checkTemplate, draftAfter, type TemplateDraft, templateDraftOf } from './template-draft.ts'

/* Two people who have one template open. The server is one that goes by when a template was changed last. */

const ANA = 'c0ffee00-0000-4000-8000-000000000001'
const BEGAN: Template = {
  id: 'a',
  updated_at: '1',
  name: 'Tres siestas',
  from_months: 5,
  to_months: 9,
  ...planOf(DEFAULT_PLAN),
  naps: [...DEFAULT_PLAN.naps],
}
let stands: Template
/** How many answers to what is saved are lost on the way. */
let lost: number

beforeEach(() => {
  lost = 0
  const storage = new PhoneStorage()
  const user = { id: ANA, email: 'ana@example.org' }
  const session = { access_token: 'h.e30.s', refresh_token: 'r', expires_at: 4e9, user }
  storage.setItem(SESSION_KEY, JSON.stringify(session))
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { seen, ...sent } = JSON.parse(body) as Template & { seen: string | null }
    const saved = seen === stands.updated_at
    if (saved) stands = { ...sent, updated_at: `${Number(seen) + 1}` }
    if (saved && lost > 0) {
      lost -= 1
      throw new TypeError('Failed to fetch')
    }
    return Response.json({ saved, template: stands }, { headers: { 'Content-Range': '0-0/*' } })
  })
})
afterEach(() => void vi.unstubAllGlobals())

function save(draft: TemplateDraft) {
  const checked = checkTemplate(draft)
  if (!checked.ok) throw new Error('it can be saved')
  return saveDraft('a', draft, checked.template, ANA)
}

it('saves what was changed here together with what somebody else has changed', async () => {
  stands = { ...BEGAN, updated_at: '7', first_wake_window: '1h 50min' }
  const saved = await save({ ...templateDraftOf(BEGAN), name: 'Mi nombre' })
  expect(saved).toMatchObject({ kind: 'saved', isMerged: true })
  expect(stands).toMatchObject({ name: 'Mi nombre', first_wake_window: '1h 50min' })
})

it('leaves what somebody else has written until it was seen, and keeps what was typed', async () => {
  const theirs = { ...BEGAN, updated_at: '7', name: 'Su nombre', first_wake_window: '1h 50min' }
  stands = theirs
  const saved = await save({ ...templateDraftOf(BEGAN), name: 'Mi nombre' })
  expect(stands).toBe(theirs)
  if (saved.kind !== 'overtaken') throw new Error('both have changed the name')
  expect(saved.draft).toMatchObject({ name: 'Mi nombre', before: theirs, overtaken: ['name'] })
  expect(await save(saved.draft)).toMatchObject({ kind: 'saved', isMerged: false })
  expect(stands).toMatchObject({ name: 'Mi nombre', first_wake_window: '1h 50min' })
})

it('what was typed while it was being saved is typed on what came of it', async () => {
  stands = { ...BEGAN, updated_at: '7', first_wake_window: '1h 50min' }
  const sent = { ...templateDraftOf(BEGAN), name: 'Mi nombre' }
  const saved = await save(sent)
  if (saved.kind !== 'saved') throw new Error('it is saved')
  const rest = draftAfter({ ...sent, to: '8' }, sent, saved.template)
  expect(await save(rest)).toMatchObject({ kind: 'saved', isMerged: false })
  expect(stands).toMatchObject({ name: 'Mi nombre', to_months: 8, first_wake_window: '1h 50min' })
})

describe('an answer that was lost', () => {
  /** The draft as the editor keeps it then. */
  async function unheard(draft: TemplateDraft): Promise<TemplateDraft> {
    lost = 1
    const sent = await save(draft)
    if (sent.kind !== 'failed' || sent.unheard === null) throw new Error('nobody knows')
    return { ...draft, unheard: [sent.unheard] }
  }

  it('leaves a change that is sent again, and changed once more, nobody else’s', async () => {
    stands = BEGAN
    const draft = await unheard({ ...templateDraftOf(BEGAN), name: 'Mi nombre' })
    expect(stands).toMatchObject({ updated_at: '2', name: 'Mi nombre' })
    const again = await save({ ...draft, name: 'Otro nombre' })
    expect(again).toMatchObject({ kind: 'saved', isMerged: false })
    expect(stands).toMatchObject({ name: 'Otro nombre' })
  })

  it('of a change brought together with somebody else’s keeps theirs', async () => {
    stands = { ...BEGAN, updated_at: '7', first_wake_window: '1h 50min' }
    const draft = await unheard({ ...templateDraftOf(BEGAN), name: 'Mi nombre' })
    expect(await save({ ...draft, name: 'Otro nombre' })).toMatchObject({ kind: 'saved', isMerged: true })
    expect(stands).toMatchObject({ name: 'Otro nombre', first_wake_window: '1h 50min' })
  })
})

it('what was never sent is known not to be saved', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  stands = BEGAN
  const sent = await save({ ...templateDraftOf(BEGAN), name: 'Mi nombre' })
  expect(sent).toMatchObject({ kind: 'failed', unheard: null })
})
