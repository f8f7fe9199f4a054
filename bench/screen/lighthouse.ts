import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { createFamily } from '../family.ts'
import type { BenchServer } from '../server.ts'
import { median } from '../statistics.ts'
import {
  atLeast,
  atMost,
  count,
  figure,
  inSpanish,
  milliseconds,
  type Row,
  ratio,
  seconds,
} from '../table.ts'
import { BROWSER_FLAGS, signIn } from './phone.ts'
import { watchPage } from './watch-page.ts'

const RUNS = 7
const RECORDS = 250

interface Visit {
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  lcpMs: number
  tbtMs: number
  cls: number
}

/** The phone is the one Lighthouse simulates by default, a middling one on slow 4G, so figures compare with others'. */
export async function measureLighthouse(
  { url, ...server }: BenchServer,
  browserPath: string,
  say: (text: string) => void,
): Promise<{ login: Row[]; diary: Row[] }> {
  const family = await createFamily({ url, ...server }, 'lighthouse@example.org', RECORDS)
  const chrome = await launch({
    chromePath: browserPath,
    chromeFlags: ['--headless=new', ...BROWSER_FLAGS],
    logLevel: 'silent',
  })
  try {
    const login = await visits('acceso', () => visit(url, chrome.port, false), say)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
    const page = await browser.contexts()[0]?.newPage()
    if (page === undefined) throw new Error('El navegador no tiene perfil.')
    await page.addInitScript(watchPage)
    await page.goto(url)
    await signIn(page, family)
    await page.close()
    await browser.close()
    const diary = await visits('diario', () => visit(url, chrome.port, true), say)
    return {
      login: [
        lcpWithBudget(login),
        atMost('tiempo de bloqueo total', 80, blocking(login), milliseconds),
        ...rows(login),
      ],
      diary: [
        lcp(diary),
        figure('tiempo de bloqueo total', milliseconds(blocking(diary))),
        atMost('frente al del acceso', 1.5, blocking(diary) / blocking(login), ratio),
        ...rows(diary),
      ],
    }
  } finally {
    chrome.kill()
  }
}

async function visits(what: string, visitOnce: () => Promise<Visit>, say: (text: string) => void) {
  const made: Visit[] = []
  for (let run = 1; run <= RUNS; run += 1) {
    say(`Lighthouse, ${what}, ${run} de ${RUNS}`)
    made.push(await visitOnce())
  }
  return made
}

/**
 * Ends the process that the visit before left running, as a parent's start finds none. The next visit would be made in
 * it, and the driver, as it attaches, looks through all of its memory: 50 ms that would count as the page's own.
 */
async function endServiceWorkers(port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const tools = await browser.newBrowserCDPSession()
    const workers = async () =>
      (await tools.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'service_worker')
    for (const { targetId } of await workers()) await tools.send('Target.closeTarget', { targetId })
    while ((await workers()).length > 0) await sleep(50)
  } finally {
    await browser.close()
  }
}

/** Now and then the browser hands over a trace without its beginning, so such a visit is made again. */
const TRIES = 4

/** With `knowsUs` the phone keeps its session, its records and what the browser has cached. */
async function visit(url: string, port: number, knowsUs: boolean, tries = TRIES): Promise<Visit> {
  await endServiceWorkers(port)
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: knowsUs,
  })
  if (result === undefined) throw new Error('Lighthouse no ha dado ningún resultado.')
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError !== undefined) {
    if (tries > 1) return visit(url, port, knowsUs, tries - 1)
    throw new Error(runtimeError.message)
  }
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

function blocking(made: readonly Visit[]): number {
  return median(made.map(({ tbtMs }) => tbtMs))
}

function rows(made: readonly Visit[]): Row[] {
  const score = (name: keyof Visit['scores']) => median(made.map(({ scores }) => scores[name]))
  return [
    atMost('saltos de lo pintado', 0, median(made.map(({ cls }) => cls)), shift),
    atLeast('rendimiento', 98, score('performance'), count),
    atLeast('accesibilidad', 100, score('accessibility'), count),
    atLeast('buenas prácticas', 100, score('best-practices'), count),
    atLeast('SEO', 100, score('seo'), count),
  ]
}

function lcpWithBudget(made: readonly Visit[]): Row {
  return atMost('mayor elemento pintado', 1_000, median(made.map(({ lcpMs }) => lcpMs)), seconds)
}

function lcp(made: readonly Visit[]): Row {
  return figure('mayor elemento pintado', seconds(median(made.map(({ lcpMs }) => lcpMs))))
}

const shift = (value: number) => inSpanish(Number(value.toFixed(3)))
