import type { PageVisibility } from '../device/page-visibility.ts'
import type { DiaryKey } from '../family/diary-key.ts'
import { type BabyData, babyDataOf, keepSame, LOADING, type SyncHealth } from './baby-data.ts'
import type { LocalDb } from './local-db.ts'
import { Replica } from './replica.ts'
import { emptyRowCache, type RowCache } from './row-cache.ts'

export interface StoreParts {
  /** Which diary is shown; null while nobody is signed in. */
  diary: () => DiaryKey | null
  /** Calls back when that may have changed. */
  subscribeDiary: (listener: () => void) => void
  openDb: (diary: DiaryKey, onClosed: () => void) => Promise<LocalDb>
  page: PageVisibility
}

type DrawNews = (draw: () => void) => void

/** The replica of the diary that is shown, and what the screens show of it. */
export interface Store {
  /**
   * Follows which diary is to be shown from now on. `subscribe`, `whenRead` and `replica` do it by themselves; twice is
   * once.
   */
  start: () => void
  /** What the screens show: the same object until something of it changes. */
  data: () => BabyData
  subscribe: (listener: () => void) => () => void
  /** Resolves when the data of who is signed in has been read from the phone, or can't be read. */
  whenRead: () => Promise<void>
  /**
   * The replica to write to, once it is open; its older records may still be on their way. Rejects when nobody is
   * signed in or the phone refuses to store.
   */
  replica: () => Promise<Replica>
  /**
   * The replica to write to, once all its history is read, and downloaded if some of it is. Rejects like `replica`, and
   * where the rest can't be downloaded now.
   */
  wholeReplica: () => Promise<Replica>
  /** The replica on screen once all its history is read, which a download needs; null before that. */
  current: () => Replica | null
  /** The diary whose database is open, so that all is known that waits in it; null: none. */
  openDiary: () => DiaryKey | null
  /** Calls back each time a replica has been opened and all its history is read. */
  onWhole: (listener: (replica: Replica) => void) => void
  /** Calls back when a newer version of the app has upgraded the database: this page can't store anything more. */
  onOutdated: (listener: () => void) => void
  /** Is told what has changed of how the synchronisation stands; the rest stays as it was. */
  setSyncHealth: (changes: Partial<SyncHealth>) => void
  /** Lets the screen choose when to draw what the carer didn't do himself; null: it is drawn at once. */
  drawNewsBy: (next: DrawNews | null) => void
}

const STARTING_HEALTH: SyncHealth = {
  online: true,
  isServerTroubled: false,
  isPhoneFull: false,
  loadFailed: false,
  isTried: false,
}
const AT_ONCE: DrawNews = (draw) => draw()
/** Long enough to hear of a sign-out in another tab, after which there is nothing to open again. */
const REOPEN_AFTER_MS = 500
/** The longest pause between tries to open it where the phone refuses. */
const REOPEN_WITHIN_MS = 30_000

export function createStore({ diary, subscribeDiary, openDb, page }: StoreParts): Store {
  let data = LOADING
  /** What is on screen of the diary. It stays there while the browser has taken the database away. */
  let drawn: RowCache | null = null
  let health = STARTING_HEALTH
  let shown: Replica | null = null
  let whole: Replica | null = null
  let opening: Promise<Replica> | null = null
  let wanted: DiaryKey | null = null
  /** How often the phone has refused to open it, in a row. */
  let refusals = 0
  let nextTry: ReturnType<typeof setTimeout> | undefined
  let isStarted = false
  let isOutdated = false
  let drawNews = AT_ONCE
  const listeners = new Set<() => void>()
  const wholeListeners = new Set<(replica: Replica) => void>()
  const outdatedListeners = new Set<() => void>()

  function start(): void {
    if (isStarted) return
    isStarted = true
    subscribeDiary(followDiary)
    followDiary()
    // A tab that slept, or came back by the back button, may have missed the messages of the other tabs.
    page.subscribe(() => {
      if (!page.isVisible()) return
      openAgain()
      void shown?.read()
    })
  }

  function followDiary(): void {
    const next = diary()
    if (next === wanted) return
    wanted = next
    close()
    drawn = null
    health = STARTING_HEALTH
    publish()
    if (next !== null) startOpening(next, Promise.resolve())
  }

  function close(): void {
    shown?.close()
    shown = null
    whole = null
    opening = null
    refusals = 0
    clearTimeout(nextTry)
  }

  /** Opens the database if the last try failed: the phone may be able to by now. */
  function openAgain(): void {
    if (opening === null && wanted !== null) startOpening(wanted, Promise.resolve())
  }

  function startOpening(key: DiaryKey, after: Promise<unknown>): void {
    const attempt = after.then(() => open(key))
    opening = attempt
    attempt.catch((reason: unknown) => {
      if (opening !== attempt) return
      opening = null
      // Whoever wants to write gets the reason; the screen stops waiting for a replica that can't be opened.
      if (drawn === null) setSyncHealth({ loadFailed: true })
      isOutdated = reason instanceof DOMException && reason.name === 'VersionError'
      if (isOutdated) for (const listener of outdatedListeners) listener()
      else tryLater()
    })
  }

  /** Nothing is sent or downloaded without it, and who only looks on saves nothing that would open it. */
  function tryLater(): void {
    refusals += 1
    clearTimeout(nextTry)
    nextTry = setTimeout(openAgain, Math.min(REOPEN_WITHIN_MS, REOPEN_AFTER_MS * 2 ** refusals))
  }

  async function open(key: DiaryKey): Promise<Replica> {
    const db = await openDb(key, () => {
      if (wanted !== key) return
      close()
      startOpening(key, new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS)))
    })
    const replica = new Replica(key, db, { now: publish, news: publishNews })
    const isFirst = drawn === null
    // When records are on screen already, all are read at once: none of them may disappear for a moment.
    await replica.readFirst(!isFirst)
    if (wanted !== key) {
      replica.close()
      throw new Error('Signed out meanwhile')
    }
    // Signing out and in again while it was being opened has opened it twice.
    shown?.close()
    shown = replica
    refusals = 0
    replica.isShown = true
    if (isFirst) publish()
    else publishNews()
    void readHistory(replica)
    return replica
  }

  async function readHistory(replica: Replica): Promise<void> {
    try {
      await replica.readHistory()
      if (replica !== shown) return
      whole = replica
      publishNews()
      for (const listener of wholeListeners) listener(replica)
    } catch {
      // The replica was closed meanwhile; if it is still on screen, the phone refused to read it.
      if (replica === shown) setSyncHealth({ loadFailed: true })
    }
  }

  function setSyncHealth(changes: Partial<SyncHealth>): void {
    const next = { ...health, ...changes }
    if (JSON.stringify(next) === JSON.stringify(health)) return
    health = next
    publishNews()
  }

  function publishNews(): void {
    drawNews(publish)
  }

  function publish(): void {
    if (shown !== null) drawn = shown.cache
    const isHistoryRead = whole !== null
    const next =
      drawn === null && !health.loadFailed
        ? LOADING
        : babyDataOf(drawn ?? emptyRowCache(), isHistoryRead, health)
    const kept = keepSame(data, next)
    if (kept === data) return
    data = kept
    for (const listener of listeners) listener()
  }

  function replica(): Promise<Replica> {
    start()
    openAgain()
    return opening ?? Promise.reject(new Error('Nobody is signed in'))
  }

  return {
    start,
    data: () => data,
    subscribe(listener) {
      start()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async whenRead() {
      start()
      await Promise.allSettled([opening])
    },
    replica,
    async wholeReplica() {
      const opened = await replica()
      await opened.readHistory()
      while (opened.cache.isPartial) {
        if (opened !== shown || health.loadFailed) throw new Error('The older records are not here yet')
        await new Promise<void>((resolve) => {
          const listener = () => {
            listeners.delete(listener)
            resolve()
          }
          listeners.add(listener)
        })
      }
      return opened
    },
    current: () => whole,
    openDiary: () => shown?.diary ?? null,
    onWhole(listener) {
      wholeListeners.add(listener)
      if (whole !== null) listener(whole)
    },
    onOutdated(listener) {
      outdatedListeners.add(listener)
      if (isOutdated) listener()
    },
    setSyncHealth,
    drawNewsBy(next) {
      drawNews = next ?? AT_ONCE
    },
  }
}
