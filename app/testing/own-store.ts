import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import { diaryKey } from '../family/diary-key.ts'
import { openLocalDb } from '../local/local-db.ts'
import { store } from '../local/phone-store.ts'
import { createStore } from '../local/store.ts'
import { sync } from '../sync/phone-sync.ts'
import { PhoneStorage } from './phone-storage.ts'

/**
 * Gives each test of a file an empty phone, whose changes go into a store of its own and are sent nowhere. The page's
 * own store would go on following who signs in in the tests of other files.
 */
export function withOwnStore(): void {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new PhoneStorage())
    vi.stubGlobal('indexedDB', new IDBFactory())
    const ofTest = createStore({
      diary: () => diaryKey('u', 'u'),
      subscribeDiary: () => {},
      openDb: openLocalDb,
      page: { isVisible: () => true, subscribe: () => () => {} },
    })
    vi.spyOn(store, 'replica').mockImplementation(ofTest.replica)
    vi.spyOn(sync, 'request').mockReturnValue()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
