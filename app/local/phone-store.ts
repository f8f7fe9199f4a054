import { pageVisibility } from '../device/page-visibility.ts'
import { diaryKey } from '../family/diary-key.ts'
import { shownFamily, subscribeFamilies } from '../family/families.ts'
import { sessionState } from '../session/stored-session.ts'
import { openLocalDb } from './local-db.ts'
import { createStore } from './store.ts'

/** The one store of this page. */
export const store = createStore({
  diary() {
    const state = sessionState()
    return state.kind === 'signed-in' ? diaryKey(state.userId, shownFamily(state.userId)) : null
  },
  subscribeDiary: subscribeFamilies,
  openDb: openLocalDb,
  page: pageVisibility,
})
