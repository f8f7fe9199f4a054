import { pageVisibility } from '../device/page-visibility.ts'
import { sessionState, subscribeSession } from '../session/stored-session.ts'
import { openLocalDb } from './local-db.ts'
import { createStore } from './store.ts'

/** The one store of this page. */
export const store = createStore({
  userId() {
    const state = sessionState()
    return state.kind === 'signed-in' ? state.userId : null
  },
  subscribeSession,
  openDb: openLocalDb,
  page: pageVisibility,
})
