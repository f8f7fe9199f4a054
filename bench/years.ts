import type { BrowserContext, Page } from '@playwright/test'
import { createFamily, type Family, newRecord, withDatabase } from './family.ts'
import { changeDays, changeWeeks, saveAgainAndAgain, switchTabs } from './interactions.ts'
import { CPU_THROTTLE, openPage, recordsShown, signIn, withPhone } from './phone.ts'
import { openRelay, type Relay } from './relay.ts'
import type { BenchServer } from './server.ts'
import { median, percentile } from './statistics.ts'
import { atMost, count, figure, kilobytes, megabytes, milliseconds, type Row, seconds } from './table.ts'

const STARTS = 9
const CHANGES = 5
const IDLE_MS = 12_000

type Say = (text: string) => void

/** What a family with so many records feels on its phone. */
export async function measureYears(
  server: BenchServer,
  browserPath: string,
  records: number,
  say: Say,
): Promise<Row[]> {
  say(`${count(records)} records: storing them at the server`)
  const empty = await storedAtServer(server)
  const family = await createFamily(server, `years-${records}@example.org`, records)
  const atServer = (await storedAtServer(server)) - empty
  const relay = await openRelay(server.port)
  try {
    return await withPhone(browserPath, async (phone) => [
      ...(await measureFirstDownload(phone, relay, family, say)),
      ...(await measureTaps(phone, relay, say)),
      ...(await measureSync(phone, relay, family, say)),
      ...(await measureStorage(phone, relay, atServer)),
      ...(await measureStarts(phone, relay, say)),
    ])
  } finally {
    await relay.cut()
  }
}

async function measureFirstDownload(
  phone: BrowserContext,
  relay: Relay,
  family: Family,
  say: Say,
): Promise<Row[]> {
  say('first sign-in on a new phone')
  const page = await openPage(phone)
  await page.goto(relay.url)
  const [before, startedAt] = [relay.received(), performance.now()]
  await signIn(page, relay.url, family)
  const row = figure(
    'first download, from opening the page to records on screen',
    `${seconds(performance.now() - startedAt)}, ${megabytes(relay.received() - before)}`,
  )
  await page.close()
  return [row]
}

async function measureTaps(phone: BrowserContext, relay: Relay, say: Say): Promise<Row[]> {
  const page = await open(phone, relay)
  say('tabs')
  const tabs = await switchTabs(page)
  say('weeks')
  const weeks = await changeWeeks(page)
  say('days')
  const days = await changeDays(page)
  say('saves')
  const saves = await saveAgainAndAgain(page)
  await page.close()
  return [
    atMost(`tab switch, p98 of ${tabs.length}`, 50, percentile(tabs, 0.98), milliseconds),
    atMost(`week change, p98 of ${weeks.length}`, 50, percentile(weeks, 0.98), milliseconds),
    atMost(`day change, p98 of ${days.length}`, 50, percentile(days, 0.98), milliseconds),
    atMost(`tap → durable save, p95 of ${saves.length}`, 50, percentile(saves, 0.95), milliseconds),
    figure(
      'the same, medians',
      [tabs, weeks, days, saves].map((took) => milliseconds(median(took))).join(', '),
    ),
  ]
}

/** One change made by the other carer, until it is on this phone's screen. */
async function measureSync(phone: BrowserContext, relay: Relay, family: Family, say: Say): Promise<Row[]> {
  say('changes made elsewhere')
  const page = await open(phone, relay)
  const bytes: number[] = []
  const took: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const cards = page.getByRole('article')
    const before = await cards.count()
    await page.waitForTimeout(1_000 + change * 500)
    const [received, startedAt] = [relay.received(), performance.now()]
    await family.store([newRecord({ start_time: `0${change}:10`, end_time: `0${change}:40` })])
    await cards.nth(before).waitFor()
    took.push(performance.now() - startedAt)
    // What belongs to the change may still be on its way.
    await page.waitForTimeout(300)
    bytes.push(relay.received() - received)
  }
  const idleFrom = relay.received()
  await page.waitForTimeout(IDLE_MS)
  const perMinute = ((relay.received() - idleFrom) / IDLE_MS) * 60_000
  await page.close()
  return [
    atMost('sync after one change elsewhere, bytes down', 2_000, median(bytes), kilobytes),
    figure(
      'until it is on screen, median; an open app at rest',
      `${seconds(median(took))}; ${kilobytes(perMinute)} a minute`,
    ),
  ]
}

async function measureStorage(phone: BrowserContext, relay: Relay, atServer: number): Promise<Row[]> {
  const page = await open(phone, relay)
  const tools = await phone.newCDPSession(page)
  await tools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tools.send('Runtime.getHeapUsage')
  const onPhone = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  await page.close()
  return [
    figure('memory of the page (JavaScript heap)', megabytes(usedSize)),
    figure('storage: phone; server', `${megabytes(onPhone)}; ${megabytes(atServer)}`),
  ]
}

/** What records and the ids of their changes take at the server, with their indexes. */
function storedAtServer(server: BenchServer): Promise<number> {
  return withDatabase(server, async ({ pool }) => {
    const { rows } = await pool.query<{ bytes: number }>(
      `select sum(pg_total_relation_size('public.' || name))::bigint as bytes
       from unnest(array['sleep_records', 'sync_ops']) name`,
    )
    return rows[0]?.bytes ?? 0
  })
}

/** Cuts the line: nothing can be measured after it. */
async function measureStarts(phone: BrowserContext, relay: Relay, say: Say): Promise<Row[]> {
  const page = await open(phone, relay)
  // It takes the page over once all of the app is on the phone.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  await relay.cut()
  say('starts without the server')
  const took: number[] = []
  const emptyTook: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const opened = await openPage(phone)
    await opened.goto(relay.url)
    took.push(await recordsShown(opened))
    await opened.close()
    emptyTook.push(await startEmptyPage(phone))
  }
  return [
    atMost('start with the server down, to records on screen', 300, median(took), milliseconds),
    figure('the same: fastest, slowest', [Math.min(...took), Math.max(...took)].map(milliseconds).join(', ')),
    figure('a page of one word in turns with it, to its paint', milliseconds(median(emptyTook))),
  ]
}

/** How fast the machine is just now: what the browser itself takes, whatever the app does, ms. */
async function startEmptyPage(phone: BrowserContext): Promise<number> {
  const page = await openPage(phone)
  await page.goto('data:text/html,<p>Nana')
  const painted = await page.waitForFunction(() => performance.getEntriesByType('paint')[0]?.startTime)
  const took = (await painted.jsonValue()) ?? 0
  await page.close()
  return took
}

async function open(phone: BrowserContext, relay: Relay): Promise<Page> {
  const page = await openPage(phone)
  await page.goto(relay.url)
  await recordsShown(page)
  return page
}

export const PHONE_TITLE = `processor slowed ${CPU_THROTTLE} ×`
