import { accountOf, type DiaryKey, familyOf } from '../family/diary-key.ts'
import { firstMonths } from './history.ts'
import type { LocalDb } from './local-db.ts'
import { type Entry, sameValue } from './outbox.ts'
import { olderMonths } from './pieces/older-months.ts'
import { advance, emptyRowCache, type RowCache } from './row-cache.ts'

/** What a stored download did to the replica: the months it touched, and the cursor before and after it. */
export interface Touched {
  months: readonly string[]
  from: number | null
  to: number | null
}

/** How the screens are told that the cache has changed. */
export interface Drawing {
  /** Draws at once, for what the carer did himself. */
  now(): void
  /** Draws when the screen chooses, for what came from elsewhere. */
  news(): void
}

/**
 * A phone's replica of one diary's rows, opened in one tab: the local database, its cache in memory, and the channel by
 * which the tabs tell each other that one of them has stored something.
 */
export class Replica {
  readonly diary: DiaryKey
  /** Who is signed in. */
  readonly accountId: string
  /** Whose rows they are. */
  readonly familyId: string
  readonly db: LocalDb
  cache: RowCache = emptyRowCache()
  /** Whether what is read here is drawn: from when the store shows this replica until it is closed. */
  isShown = false
  readonly #channel: BroadcastChannel
  readonly #drawing: Drawing
  /** The end of the queue of reads: they follow one another, so that an older read never overwrites a newer one. */
  #reading: Promise<unknown> = Promise.resolve()
  #history: Promise<void> | null = null

  constructor(diary: DiaryKey, db: LocalDb, drawing: Drawing) {
    this.diary = diary
    this.accountId = accountOf(diary)
    this.familyId = familyOf(diary)
    this.db = db
    this.#drawing = drawing
    this.#channel = new BroadcastChannel(`nana-${diary}`)
    this.#channel.addEventListener(
      'message',
      ({ data }: MessageEvent<Touched | null>) => void this.read(data),
    )
  }

  /** Reads the records that the first screens show, or all there are. */
  readFirst(isAllWanted: boolean): Promise<void> {
    return this.#inTurn(async () => {
      this.cache = advance(this.cache, isAllWanted ? await this.db.read('all') : await firstMonths(this.db))
    })
  }

  /** Reads the older records, once however often it is called. */
  readHistory(): Promise<void> {
    this.#history ??= this.#readPieces()
    return this.#history
  }

  /** Reads the older months in pieces: years of records must not keep a tap waiting. */
  async #readPieces(): Promise<void> {
    const pieces = olderMonths(await this.db.monthNames(), this.cache)
    for (const months of pieces) await this.#inTurn(() => this.#take(months, this.cache.cursor))
  }

  /**
   * Stores what the carer did, as entries that are added to the outbox, and tells the other tabs. Resolves when they
   * are on the disk and on the screen; rejects when the phone refused to store them. Entries that wait already, of
   * which there are many after an import without a network, are not read again.
   */
  async write(change: (db: LocalDb) => Promise<unknown>): Promise<void> {
    await change(this.db)
    if (!this.isShown) return
    this.#channel.postMessage(null)
    const readAdded = async () => {
      await this.#take([], this.cache.cursor, this.cache.entries)
      if (this.isShown) this.#drawing.now()
    }
    await Promise.allSettled([this.#inTurn(readAdded)])
  }

  /** Stores what the carer did to entries that are in the outbox already: they change their state, or go. */
  async changeEntries(change: (db: LocalDb) => Promise<unknown>): Promise<void> {
    await change(this.db)
    await this.#show(null, 'now')
  }

  /** Stores what became of entries that were sent: the screen chooses when to draw it. */
  async storeOutcome(change: (db: LocalDb) => Promise<void>): Promise<void> {
    await change(this.db)
    await this.#show(null, 'news')
  }

  /** Brings this tab and the others up to a download that was stored. Never rejects: what is stored is stored. */
  async showDownload(touched: Touched): Promise<void> {
    await this.#show(touched, 'news')
  }

  /** Reads and draws what changed, after the reads that are queued already. Never rejects. */
  async read(touched: Touched | null = null, when: keyof Drawing = 'news'): Promise<void> {
    // A read fails only when the replica was closed meanwhile.
    await Promise.allSettled([this.#inTurn(() => this.#readNext(touched, when))])
  }

  close(): void {
    this.isShown = false
    this.#channel.close()
    this.db.close()
  }

  async #show(touched: Touched | null, when: keyof Drawing): Promise<void> {
    if (!this.isShown) return
    this.#channel.postMessage(touched)
    await this.read(touched, when)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#reading.then(work)
    this.#reading = Promise.allSettled([done])
    return done
  }

  async #readNext(touched: Touched | null, when: keyof Drawing): Promise<void> {
    const before = this.cache
    const isNext = touched !== null && touched.from === before.cursor
    await this.#take(isNext ? touched.months : [], isNext ? touched.to : before.cursor)
    // With 'now' it is drawn even if nothing changed: an earlier read may have taken it along, and not drawn it yet.
    if ((this.cache !== before || when === 'now') && this.isShown) this.#drawing[when]()
  }

  /** Reads these months, and the entries added after `known`, from a database whose cursor should be `at`. */
  async #take(months: readonly string[], at: number | null, known: readonly Entry[] = []): Promise<void> {
    const snapshot = await this.db.read(months, known.at(-1)?.seq)
    // With another cursor, another tab has stored a download that this tab hasn't heard of: it starts from scratch. So
    // it does where a restored server has given the numbers another meaning.
    const isExpected = snapshot.cursor === at && sameValue(snapshot.restores, this.cache.restores)
    this.cache = isExpected
      ? advance(this.cache, { ...snapshot, entries: [...known, ...snapshot.entries] })
      : advance(emptyRowCache(), await this.db.read('all'))
  }
}
