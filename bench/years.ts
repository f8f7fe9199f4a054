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

/** Measures what a family with so many records feels on its phone. */
export async function measureYears(
  server: BenchServer,
  browserPath: string,
  records: number,
  say: Say,
): Promise<Row[]> {
  say(`${count(records)} registros: guardándolos en el servidor`)
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
  say('primer acceso en un móvil nuevo')
  const page = await openPage(phone)
  await page.goto(relay.url)
  const [before, startedAt] = [relay.received(), performance.now()]
  await signIn(page, relay.url, family)
  const row = figure(
    'primera descarga, desde abrir la página hasta ver los registros',
    `${seconds(performance.now() - startedAt)}; ${megabytes(relay.received() - before)}`,
  )
  await page.close()
  return [row]
}

async function measureTaps(phone: BrowserContext, relay: Relay, say: Say): Promise<Row[]> {
  const page = await open(phone, relay)
  say('pestañas')
  const tabs = await switchTabs(page)
  say('semanas')
  const weeks = await changeWeeks(page)
  say('días')
  const days = await changeDays(page)
  say('guardados')
  const saves = await saveAgainAndAgain(page)
  await page.close()
  return [
    atMost(`cambio de pestaña, p98 de ${tabs.length}`, 50, percentile(tabs, 0.98), milliseconds),
    atMost(`cambio de semana, p98 de ${weeks.length}`, 50, percentile(weeks, 0.98), milliseconds),
    atMost(`cambio de día, p98 de ${days.length}`, 50, percentile(days, 0.98), milliseconds),
    atMost(
      `del toque a guardado en disco, p95 de ${saves.length}`,
      50,
      percentile(saves, 0.95),
      milliseconds,
    ),
    figure(
      'lo mismo, medianas',
      [tabs, weeks, days, saves].map((took) => milliseconds(median(took))).join('; '),
    ),
  ]
}

/** Measures one change of the other carer, from its save until it is on this phone's screen. */
async function measureSync(phone: BrowserContext, relay: Relay, family: Family, say: Say): Promise<Row[]> {
  say('cambios hechos en otro móvil')
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
    // Some bytes of the same change may still be on their way, and they count too.
    await page.waitForTimeout(300)
    bytes.push(relay.received() - received)
  }
  const idleFrom = relay.received()
  await page.waitForTimeout(IDLE_MS)
  const perMinute = ((relay.received() - idleFrom) / IDLE_MS) * 60_000
  await page.close()
  return [
    atMost('sincronizar un cambio de otro móvil, bytes recibidos', 2_000, median(bytes), kilobytes),
    figure(
      'hasta verlo en pantalla, mediana; app abierta en reposo',
      `${seconds(median(took))}; ${kilobytes(perMinute)} por minuto`,
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
    figure('memoria de la página (JavaScript)', megabytes(usedSize)),
    figure('espacio en disco: móvil; servidor', `${megabytes(onPhone)}; ${megabytes(atServer)}`),
  ]
}

/** Resolves to the bytes that records and the ids of their changes take at the server, with their indexes. */
function storedAtServer(server: BenchServer): Promise<number> {
  return withDatabase(server, async ({ pool }) => {
    const { rows } = await pool.query<{ bytes: number }>(
      `select sum(pg_total_relation_size('public.' || name))::bigint as bytes
       from unnest(array['sleep_records', 'sync_ops']) name`,
    )
    return rows[0]?.bytes ?? 0
  })
}

/** This cuts the line, so it has to come last: nothing can be measured after it. */
async function measureStarts(phone: BrowserContext, relay: Relay, say: Say): Promise<Row[]> {
  const page = await open(phone, relay)
  // The service worker takes the page over once all of the app is on the phone, and only then can the line be cut.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  await relay.cut()
  say('arranques sin servidor')
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
    atMost('arranque sin servidor, hasta ver los registros', 300, median(took), milliseconds),
    figure(
      'lo mismo: el más rápido; el más lento',
      [Math.min(...took), Math.max(...took)].map(milliseconds).join('; '),
    ),
    figure('por turnos con él, una página de una palabra', milliseconds(median(emptyTook))),
  ]
}

/** Resolves to the milliseconds the browser itself takes without the app, which says how fast the machine is now. */
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

export const PHONE_TITLE = `procesador ${CPU_THROTTLE} × más lento`
