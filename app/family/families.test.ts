import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLocalDb } from '../local/local-db.ts'
import { createStore, type Store } from '../local/store.ts'
import { SESSION_KEY } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { diaryKey } from './diary-key.ts'
import { knownFamilies, refreshFamilies, showFamily, shownFamily, subscribeFamilies } from './families.ts'
import { holdPageWhile } from './held-page.ts'
import type { Family } from './remote-families.ts'
import { place } from './use-families.ts'

/* What this phone knows of the families that its account can open, in several tabs. */

const [OWN, LUCIA] = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002']
let storage: PhoneStorage
let page: EventTarget
/** Answers, the oldest first, which families the account can open. */
let answers: ((families: Family[]) => void)[] = []

beforeEach(() => {
  storage = new PhoneStorage()
  answers = []
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('navigator', { onLine: true })
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

/** Another tab keeps this. */
function hearElsewhere(families: Family[], shown: string | null): void {
  const key = `nana-families:${OWN}`
  storage.setItem(key, JSON.stringify({ families, shown, left: [] }))
  page.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

async function answer(...families: Family[]): Promise<void> {
  await expect.poll(() => answers).not.toEqual([])
  answers.shift()?.(families)
}

it('an answer that was on its way while another tab heard more is asked for once more', async () => {
  hearElsewhere([family(OWN)], null)
  const refreshed = refreshFamilies(OWN)
  await expect.poll(() => answers).toHaveLength(1)
  hearElsewhere([family(OWN), family(LUCIA)], LUCIA)
  await answer(family(OWN))
  await answer(family(OWN), family(LUCIA, { access_rev: 2 }))
  await refreshed
  expect(knownFamilies(OWN)).toMatchObject({ left: [], shown: LUCIA, families: [{}, { access_rev: 2 }] })
})

describe('a page in which something is being typed', () => {
  let isTyping = true
  let tell = () => {}
  let stopFollowing = () => {}
  let closePage = () => {}
  const both = [family(OWN, { is_untouched: false }), family(LUCIA)]

  beforeEach(() => {
    isTyping = false
    hearElsewhere([family(OWN)], null)
    stopFollowing = subscribeFamilies(() => {})
    holdPageWhile(
      () => isTyping,
      (listener) => {
        tell = listener
      },
    )
    isTyping = true
  })
  afterEach(() => {
    // Else it would follow, and open, what the tests of other files choose.
    closePage()
    stopFollowing()
    holdPageWhile(
      () => false,
      () => {},
    )
  })

  /** The store of a page that shows what is chosen, until the test is over. */
  function openPage(): Store {
    let isClosed = false
    return createStore({
      diary: () => (isClosed ? null : diaryKey(OWN, shownFamily(OWN))),
      subscribeDiary(listener) {
        const stop = subscribeFamilies(listener)
        closePage = () => {
          isClosed = true
          listener()
          stop()
        }
      },
      openDb: openLocalDb,
      page: { isVisible: () => true, subscribe: () => () => {} },
    })
  }

  function endTyping(): void {
    isTyping = false
    tell()
  }

  it('stays at its diary when another tab chooses one, and goes there when that is over', async () => {
    const store = openPage()
    const before = await store.replica()
    hearElsewhere(both, LUCIA)
    expect(place()?.familyId).toBe(OWN)
    expect(await store.replica()).toBe(before)
    endTyping()
    expect(place()?.familyId).toBe(LUCIA)
    expect((await store.replica()).familyId).toBe(LUCIA)
    hearElsewhere(both, OWN)
    expect((await store.replica()).familyId).toBe(OWN)
  })

  it('goes where somebody goes in it', () => {
    hearElsewhere(both, null)
    showFamily(OWN, LUCIA)
    expect(place()?.familyId).toBe(LUCIA)
    hearElsewhere(both, OWN)
    expect(place()?.familyId).toBe(LUCIA)
  })

  it.each([
    ['isn’t open any more', [family(OWN), family(LUCIA, { is_open: false })]],
    ['has let the account out', [family(OWN)]],
  ])('leaves the diary of a family that %s', (_how, families) => {
    hearElsewhere(both, null)
    showFamily(OWN, LUCIA)
    hearElsewhere(families, null)
    expect(place()?.familyId).toBe(OWN)
  })

  it.each([
    ['nothing came of it', true, LUCIA],
    ['something was logged', false, OWN],
  ])(
    'isn’t sent to the family that lets it in before that is over, and %s',
    async (_end, isUntouched, to) => {
      const refreshed = refreshFamilies(OWN)
      await answer(family(OWN), family(LUCIA))
      await refreshed
      expect(place()?.familyId).toBe(OWN)
      expect(knownFamilies(OWN)?.families).toHaveLength(2)
      endTyping()
      await answer(family(OWN, { is_untouched: isUntouched }), family(LUCIA, { access_rev: 2 }))
      await expect.poll(() => knownFamilies(OWN)?.families[1]?.access_rev).toBe(2)
      expect(place()?.familyId).toBe(to)
    },
  )
})
