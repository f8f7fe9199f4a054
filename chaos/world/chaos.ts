import { type Row, type ServerRows, Witness } from '../judge/effect-log.ts'
import { History } from '../judge/history.ts'
import { type Evidence, judge } from '../judge/judge.ts'
import { buildPage, type ChaosPage, serverSettings } from '../phone/build-page.ts'
import { Handset } from '../phone/handset.ts'
import { type Credentials, Phone } from '../phone/phone.ts'
import { type FateCounts, PhoneLine } from '../phone/phone-line.ts'
import { makeProgram, PHONES, type PhoneNumber, type Program } from '../program/program.ts'
import { type Cast, lookIfThere } from './cast.ts'
import { compareDisks, converge, endTroubles } from './converge.ts'
import { type FaultProxy, startProxy } from './fault-proxy.ts'
import { type NanaServer, startNanaServer } from './nana-server.ts'
import { play } from './play.ts'
import { recoverLost } from './recover.ts'
import type { Result } from './result.ts'

/** A world has a server, a proxy and two browsers, which one program after the other uses, because starting costs. */
export interface World {
  run(seed: number, trace?: (text: string) => void): Promise<Result>
  close(): Promise<void>
}

const PASSWORD = 'siesta-larga-y-buena'

let builtPage: Promise<ChaosPage> | null = null

export async function openWorld(browserPath: string): Promise<World> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    // What cannot be closed any more must not keep the server and its database alive.
    for (const closer of closers.splice(0).reverse()) await closer().catch(() => undefined)
  }
  try {
    const server = await startNanaServer()
    closers.push(() => server.stop())
    const witness = new Witness(server.socketDir)
    closers.push(() => witness.close())
    await witness.install()
    const settings = await serverSettings(`http://127.0.0.1:${server.port}`)
    builtPage ??= buildPage()
    const proxy = await startProxy(server.port, await builtPage, settings)
    closers.push(() => proxy.close())
    const handsets = [new Handset(browserPath), new Handset(browserPath)] as const
    closers.push(async () => {
      for (const handset of handsets) await handset.remove()
    })
    const parts = { server, witness, proxy, handsets, anonKey: settings.anonKey }
    return { run: (seed, trace = () => undefined) => runProgram(makeProgram(seed), parts, trace), close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Parts {
  server: NanaServer
  witness: Witness
  proxy: FaultProxy
  handsets: readonly [Handset, Handset]
  anonKey: string
}

let programsRun = 0

async function runProgram(program: Program, parts: Parts, trace: (text: string) => void): Promise<Result> {
  const begunAt = performance.now()
  const { server, proxy, handsets } = parts
  programsRun += 1
  const account = { email: `carer-${programsRun}@example.org`, password: PASSWORD }
  await server.start()
  const userId = await signUp(parts, account)
  const names = PHONES.map((number) => `p${programsRun}${'ab'[number]}`)
  const makePhone = (number: PhoneNumber) => {
    const line = new PhoneLine(program.seed * 2 + number)
    line.fixedNow = program.fixedNow[number]
    line.clock = program.clocks[number]
    const name = 'ab'[number] ?? ''
    line.onCall = (text) => trace(`    ${name}  ${text}`)
    return new Phone({
      name,
      handset: handsets[number],
      line,
      url: proxy.connect(names[number] ?? '', line),
      account,
      hasApp: program.hasApp[number],
    })
  }
  const phones = [makePhone(0), makePhone(1)] as const
  const losses = { phoneKills: 0, serverKills: 0, powerCuts: 0, reloads: 0, signIns: 0, sessionsEnded: 0 }
  const cast: Cast = { phones, server, history: new History(), losses, trace }
  try {
    const evidence = await gatherEvidence(program, cast, parts.witness, userId)
    return {
      seed: program.seed,
      changes: evidence.effects.length,
      deeds: deedsOf(cast.history),
      calls: callsOf(phones),
      losses,
      verdict: judge(evidence),
      seconds: (performance.now() - begunAt) / 1000,
    }
  } finally {
    for (const phone of phones) await phone.leave()
    for (const name of names) proxy.disconnect(name)
  }
}

/** Plays the program to its end, and collects all there is to see then. */
async function gatherEvidence(
  program: Program,
  cast: Cast,
  witness: Witness,
  userId: string,
): Promise<Evidence> {
  for (const number of PHONES) await firstSignIn(cast, number)
  await play(program, cast)
  await endTroubles(program, cast)
  const rows = () => witness.rows(userId)
  const differing = await converge(cast, rows)
  if (differing.length === 0 && program.recovers && (await recoverLost(program, cast))) {
    differing.push(...(await converge(cast, rows)))
  }
  const finalRows = await rows()
  const views = await lookEverywhere(cast)
  if (differing.length === 0) differing.push(...(await compareDisks(cast, finalRows)))
  const effects = await witness.effects(userId)
  return { history: cast.history, effects, finalRows: allRows(finalRows), views, differing }
}

async function signUp({ server, anonKey }: Parts, account: Credentials): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const session: unknown = await answer.json()
  const user = typeof session === 'object' && session !== null && 'user' in session ? session.user : null
  if (typeof user !== 'object' || user === null || !('id' in user)) {
    throw new Error(`No se ha podido crear la cuenta: ${JSON.stringify(session)}`)
  }
  return String(user.id)
}

async function firstSignIn(cast: Cast, number: PhoneNumber): Promise<void> {
  await cast.phones[number].start()
  const failure = await cast.phones[number].signIn(0)
  if (failure !== null) throw new Error(`El móvil ${number} no ha podido iniciar sesión: ${failure}`)
}

async function lookEverywhere({ phones }: Cast) {
  const views = []
  for (const [number, phone] of phones.entries()) {
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      if (view !== null) views.push({ name: `${phone.name}${tab}`, phone: number, view })
    }
  }
  return views
}

function allRows({ baby, plan, records }: ServerRows): Row[] {
  return [baby, plan, ...records].flatMap((row) => (row === null ? [] : { ...row }))
}

function deedsOf(history: History): Result['deeds'] {
  return {
    taps: history.count('tap'),
    rebuiltDays: history.count('rebuild'),
    imports: history.count('import'),
    importedRecords: history.importedRecords,
    recoveries: history.count('recover'),
    undoneMerges: history.count('separate'),
  }
}

function callsOf(phones: readonly Phone[]): FateCounts {
  const total: FateCounts = {}
  for (const { line } of phones) {
    // Object.entries forgets which keys it gives, so the type has to be said again.
    for (const [fate, count] of Object.entries(line.counts) as [keyof FateCounts, number][]) {
      total[fate] = (total[fate] ?? 0) + count
    }
  }
  return total
}
