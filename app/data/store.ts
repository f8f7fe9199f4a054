import { type BabyData, babyDataOf, LOADING, type Reach } from './baby-data.ts'
import { firstMonths, olderMonths } from './history.ts'
import { advance, emptyImage, type Image } from './image.ts'
import { type LocalDb, openLocalDb } from './local-db.ts'
import type { Entry } from './outbox.ts'
import { sessionState, subscribeSession } from './stored-session.ts'

/** The local copy of the user who is signed in. */
export interface Copy {
  readonly userId: string
  readonly db: LocalDb
  readonly channel: BroadcastChannel
  image: Image
  /** Reads follow one another, so that the last one shown is the last one made. */
  reading: Promise<unknown>
  /** Resolves when the older records are read too. */
  history: Promise<void>
}

/** What a download stored: these months took the copy from one change number to another. */
export interface Touched {
  months: readonly string[]
  from: number | null
  to: number
}

const STARTING: Reach = { online: true, isServerTroubled: false, isPhoneFull: false, loadFailed: false }

let data = LOADING
/** What is on screen of the user who is signed in. It stays there while the browser has taken the database away. */
let drawn: Image | null = null
let reach = STARTING
let shown: Copy | null = null
/** The copy on screen, once all its history is read: what comes from the server is laid into all of it. */
let current: Copy | null = null
let opening: Promise<Copy> | null = null
let wantedUser: string | null = null
let isStarted = false
const listeners = new Set<() => void>()
const copyListeners = new Set<(copy: Copy) => void>()
let isOutdated = false
const outdatedListeners = new Set<() => void>()

export function babyData(): BabyData {
  return data
}

export function subscribeData(listener: () => void): () => void {
  startStore()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back each time a copy is there with all its history. */
export function onCopyOpen(listener: (copy: Copy) => void): void {
  copyListeners.add(listener)
  if (current !== null) listener(current)
}

/** The copy with all its history. */
export function currentCopy(): Copy | null {
  return current
}

/** Calls back when a newer version of the app has made the database its own: this page can't store anything more. */
export function onOutdated(listener: () => void): void {
  outdatedListeners.add(listener)
  if (isOutdated) listener()
}

/**
 * The copy to write to, once it is open; its older records may still be on their way. Rejects when nobody is signed in
 * or the phone refuses to store.
 */
export function openCopy(): Promise<Copy> {
  startStore()
  openAgain()
  return opening ?? Promise.reject(new Error('Nobody is signed in'))
}

/** Resolves when what the phone has of who is signed in is read, or can't be. */
export async function whenRead(): Promise<void> {
  startStore()
  await Promise.allSettled([opening])
}

/** The copy once all its history is read. Rejects as `openCopy` does. */
export async function wholeCopy(): Promise<Copy> {
  const copy = await openCopy()
  await copy.history
  return copy
}

/**
 * Stores what the carer did, as entries that are added: resolves when they are on the disk and on the screen; the other
 * tabs are told. Of the entries that wait already, as after an import without a network, none is read again.
 */
export async function write(copy: Copy, change: (db: LocalDb) => Promise<void>): Promise<void> {
  await change(copy.db)
  if (copy !== shown) return
  copy.channel.postMessage(null)
  const readAdded = async () => {
    await take(copy, [], copy.image.cursor, copy.image.entries)
    if (copy === shown) publish()
  }
  await Promise.allSettled([inTurn(copy, readAdded)])
}

/** The same for entries that become others, or go. */
export async function rewrite(copy: Copy, change: (db: LocalDb) => Promise<void>): Promise<void> {
  await change(copy.db)
  await show(copy, null, publish)
}

/** Stores what became of it meanwhile. */
export async function writeNews(copy: Copy, change: (db: LocalDb) => Promise<void>): Promise<void> {
  await change(copy.db)
  await show(copy, null)
}

/** Brings this tab and the others up to what the local database holds. Never rejects: what is stored is stored. */
export async function show(copy: Copy, touched: Touched | null, draw = publishNews): Promise<void> {
  if (copy !== shown) return
  copy.channel.postMessage(touched)
  await read(copy, touched, draw)
}

export function setReach(next: Reach): void {
  if (JSON.stringify(next) === JSON.stringify(reach)) return
  reach = next
  publishNews()
}

type DrawNews = (draw: () => void) => void
const AT_ONCE: DrawNews = (draw) => draw()
let drawNews = AT_ONCE

/** Lets the screen choose the moment for what the carer didn't do himself; null: at once. */
export function drawNewsBy(next: DrawNews | null): void {
  drawNews = next ?? AT_ONCE
}

function publishNews(): void {
  drawNews(publish)
}

function publish(): void {
  if (shown !== null) drawn = shown.image
  data = drawn === null && !reach.loadFailed ? LOADING : babyDataOf(drawn ?? emptyImage(), reach)
  for (const listener of listeners) listener()
}

/** Reads what changed, in its turn. Never rejects. */
export async function read(copy: Copy, touched: Touched | null, draw = publishNews): Promise<void> {
  // A read fails only when the copy was closed meanwhile.
  await Promise.allSettled([inTurn(copy, () => readNext(copy, touched, draw))])
}

function inTurn(copy: Copy, work: () => Promise<void>): Promise<void> {
  const done = copy.reading.then(work)
  copy.reading = Promise.allSettled([done])
  return done
}

async function readNext(copy: Copy, touched: Touched | null, draw: () => void): Promise<void> {
  const { image } = copy
  const isNext = touched !== null && touched.from === image.cursor
  await take(copy, isNext ? touched.months : [], isNext ? touched.to : image.cursor)
  // What the carer did may have been read already, with news that still wait to be drawn.
  if ((copy.image !== image || draw === publish) && copy === shown) draw()
}

/** Takes these months from the disk, which should be at change number `at`, and the entries that came after `known`. */
async function take(
  copy: Copy,
  months: readonly string[],
  at: number | null,
  known: readonly Entry[] = [],
): Promise<void> {
  const moment = await copy.db.read(months, known.at(-1)?.seq)
  // Another number: a download of another tab isn't told here yet, or never will be.
  const isExpected = moment.cursor === at
  copy.image = isExpected
    ? advance(copy.image, { ...moment, entries: [...known, ...moment.entries] })
    : advance(emptyImage(), await copy.db.read('all'))
}

/** Opens the copy of whoever is signed in, now and later. */
export function startStore(): void {
  if (isStarted) return
  isStarted = true
  subscribeSession(followSession)
  followSession()
  const catchUp = () => {
    if (document.visibilityState !== 'visible') return
    openAgain()
    if (shown !== null) void read(shown, null)
  }
  // A tab that slept, or came back by the back button, may have missed what the others told.
  document.addEventListener('visibilitychange', catchUp)
  window.addEventListener('pageshow', catchUp)
}

function followSession(): void {
  const state = sessionState()
  const userId = state.kind === 'signed-in' ? state.userId : null
  if (userId === wantedUser) return
  wantedUser = userId
  close()
  drawn = null
  reach = STARTING
  publish()
  if (userId !== null) startOpening(userId, Promise.resolve())
}

function close(): void {
  shown?.channel.close()
  shown?.db.close()
  shown = null
  current = null
  opening = null
}

/** After a try that failed: the phone may be able to by now. */
function openAgain(): void {
  if (opening === null && wantedUser !== null) startOpening(wantedUser, Promise.resolve())
}

function startOpening(userId: string, after: Promise<unknown>): void {
  const attempt = after.then(() => open(userId))
  opening = attempt
  attempt.catch((reason: unknown) => {
    if (opening !== attempt) return
    opening = null
    // Commands reject with the reason; the screen must not wait for a copy that can't be had.
    if (drawn === null) setReach({ ...reach, loadFailed: true })
    isOutdated = reason instanceof DOMException && reason.name === 'VersionError'
    if (isOutdated) for (const listener of outdatedListeners) listener()
  })
}

/** Long enough for the news of a sign-out in another tab, which takes the database away as well. */
const REOPEN_AFTER_MS = 500

async function open(userId: string): Promise<Copy> {
  const db = await openLocalDb(userId, () => {
    if (wantedUser !== userId) return
    close()
    startOpening(userId, new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS)))
  })
  const channel = new BroadcastChannel(`nana-${userId}`)
  const [reading, history] = [Promise.resolve(), Promise.resolve()]
  const copy: Copy = { userId, db, channel, image: emptyImage(), reading, history }
  const isFirst = drawn === null
  const starting = inTurn(copy, async () => {
    // Nothing that is on screen already may go from it.
    copy.image = advance(copy.image, isFirst ? await firstMonths(db) : await db.read('all'))
  })
  channel.addEventListener('message', ({ data }: MessageEvent<Touched | null>) => void read(copy, data))
  await starting
  if (wantedUser !== userId) {
    channel.close()
    db.close()
    throw new Error('Signed out meanwhile')
  }
  shown = copy
  if (isFirst) publish()
  else publishNews()
  copy.history = readHistory(copy)
  copy.history.catch(() => {
    // Taken away meanwhile, unless it is still on screen: then the phone refused to read it.
    if (copy === shown) setReach({ ...reach, loadFailed: true })
  })
  return copy
}

/** The rest, a piece at a time: years of records must not keep a tap waiting. */
async function readHistory(copy: Copy): Promise<void> {
  const pieces = olderMonths(await copy.db.monthNames(), copy.image)
  for (const months of pieces) await inTurn(copy, () => take(copy, months, copy.image.cursor))
  if (copy !== shown) return
  current = copy
  if (pieces.length > 0) publishNews()
  for (const listener of copyListeners) listener(copy)
}
