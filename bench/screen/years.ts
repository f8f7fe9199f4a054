import type { BrowserContext, Page } from '@playwright/test'
import { createFamily, type Family, newRecord, withDatabase } from '../family.ts'
import type { BenchServer } from '../server.ts'
import { median, percentile } from '../statistics.ts'
import {
  atMost,
  count,
  figure,
  kilobytes,
  megabytes,
  milliseconds,
  type Row,
  ratio,
  seconds,
} from '../table.ts'
import { changeDays, changeWeeks, saveAgainAndAgain, switchTabs } from './interactions.ts'
import { appAnswers, CPU_THROTTLE, openPage, recordsShown, signIn, withPhone } from './phone.ts'
import { openRelay, type Relay } from './relay.ts'

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
    return await withPhone(browserPath, async (phone) => {
      const download = await measureFirstDownload(phone, relay, family, records, say)
      const taps = await measureTaps(phone, relay, say)
      const sync = await measureSync(phone, relay, family, say)
      const storage = await measureStorage(phone, relay, atServer)
      const starts = await measureStarts(phone, relay, say)
      return [
        ...download,
        ...tapRows(taps, starts.wordMs),
        ...sync,
        ...storage,
        ...startRows(starts, records),
      ]
    })
  } finally {
    await relay.cut()
  }
}

async function measureFirstDownload(
  phone: BrowserContext,
  relay: Relay,
  family: Family,
  records: number,
  say: Say,
): Promise<Row[]> {
  say('primer acceso en un móvil nuevo')
  const page = await openPage(phone)
  await page.goto(relay.url)
  // The app's own parts come behind the login, whoever signs in; with the last of them it can be opened without a line.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForLoadState('networkidle')
  const [before, startedAt] = [relay.received(), performance.now()]
  await signIn(page, family)
  const shownMs = performance.now() - startedAt
  await allShown(page)
  const wholeMs = performance.now() - startedAt
  const bytes = relay.received() - before
  await page.close()
  return [
    atMost('primera descarga, por cada 10.000 registros', 350_000, (bytes / records) * 10_000, kilobytes),
    atMost('desde el acceso hasta ver los registros', 6_000, shownMs, seconds),
    figure('hasta la última parte de los anteriores', seconds(wholeMs)),
  ]
}

const LONGEST_MS = 600_000

/** Resolves when the log is whole: the calendar of the week's trend is drawn of a whole one only. */
async function allShown(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Gráfico' }).click()
  await page.getByText('Cuatro semanas, día a día').first().waitFor({ timeout: LONGEST_MS })
}

interface Taps {
  tabs: number[]
  weeks: number[]
  days: number[]
  saves: number[]
}

async function measureTaps(phone: BrowserContext, relay: Relay, say: Say): Promise<Taps> {
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
  return { tabs, weeks, days, saves }
}

/** Each is measured against a page of one word, because a machine is slower in some hours than in others. */
const MOST_OF_A_WORD = 0.4

function tapRows({ tabs, weeks, days, saves }: Taps, wordMs: number): Row[] {
  const row = (what: string, took: readonly number[], p: number): Row => {
    const ms = percentile(took, p)
    const name = `${what}, p${100 * p} de ${took.length}, frente a la página de una palabra`
    return atMost(`${name} (${milliseconds(ms)})`, MOST_OF_A_WORD, ms / wordMs, ratio)
  }
  return [
    row('cambio de pestaña', tabs, 0.98),
    row('cambio de semana', weeks, 0.98),
    row('cambio de día', days, 0.98),
    row('del toque a guardado en disco', saves, 0.95),
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

interface Starts {
  took: number[]
  /** Until the app itself stood there: before it, records are those of the picture (decision 063). */
  answered: number[]
  /** What a page of one word takes, in turns with them. */
  wordMs: number
}

/** This cuts the line, so it has to come last: nothing can be measured after it. */
async function measureStarts(phone: BrowserContext, relay: Relay, say: Say): Promise<Starts> {
  const page = await open(phone, relay)
  // The service worker takes the page over once all of the app is on the phone, and only then can the line be cut.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await leave(page)
  await relay.cut()
  say('arranques sin servidor')
  const took: number[] = []
  const answered: number[] = []
  const emptyTook: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const opened = await openPage(phone)
    await opened.goto(relay.url)
    took.push(await recordsShown(opened))
    answered.push(await appAnswers(opened))
    await leave(opened)
    emptyTook.push(await startEmptyPage(phone))
  }
  return { took, answered, wordMs: median(emptyTook) }
}

/** Closes it as a phone does: the page hears of it, and keeps what it shows for the next start. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.close()
}

function startRows({ took, answered, wordMs }: Starts, records: number): Row[] {
  return [
    atMost(
      'arranque sin servidor, hasta ver los registros, frente a la página de una palabra',
      records <= 10_000 ? 2 : 2.3,
      median(took) / wordMs,
      ratio,
    ),
    figure(
      'arranque: mediana; el más rápido; el más lento',
      [median(took), Math.min(...took), Math.max(...took)].map(milliseconds).join('; '),
    ),
    figure(
      'arranque hasta que responde: mediana; frente a la página de una palabra',
      `${milliseconds(median(answered))}; ${ratio(median(answered) / wordMs)}`,
    ),
    figure('por turnos con él, la página de una palabra', milliseconds(wordMs)),
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
  // Before it answers, the records are those of a picture (decision 063); how long that takes is a row of its own.
  await appAnswers(page)
  return page
}

export const PHONE_TITLE = `procesador ${CPU_THROTTLE} × más lento`
