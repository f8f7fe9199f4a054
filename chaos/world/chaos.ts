import { type Row, type ServerRows, Witness } from '../judge/effect-log.ts'
import { judgeFamily } from '../judge/family.ts'
import { History } from '../judge/history.ts'
import { type Evidence, judge } from '../judge/judge.ts'
import { buildPage, type ChaosPage, serverSettings } from '../phone/build-page.ts'
import { Handset } from '../phone/handset.ts'
import { Phone } from '../phone/phone.ts'
import { type FateCounts, PhoneLine } from '../phone/phone-line.ts'
import { PERSON } from '../program/family-program.ts'
import { makeProgram, type PhoneStart, type Program } from '../program/program.ts'
import { Accounts } from './accounts.ts'
import { type Cast, lookIfThere } from './cast.ts'
import { compareDisks, converge, endTroubles, type ReadExpected } from './converge.ts'
import { Family } from './family.ts'
import { endFamily } from './family-end.ts'
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
    // The third is for families, and no browser runs in it before the first of them.
    const handsets = [new Handset(browserPath), new Handset(browserPath), new Handset(browserPath)]
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
  handsets: readonly Handset[]
  anonKey: string
}

let programsRun = 0

async function runProgram(program: Program, parts: Parts, trace: (text: string) => void): Promise<Result> {
  const begunAt = performance.now()
  const { server, witness, proxy, anonKey } = parts
  programsRun += 1
  await server.start()
  const accounts = new Accounts(server.port, anonKey)
  for (const number of program.isFamily ? [0, 1, 2] : [0])
    await accounts.signUp(`carer-${programsRun}-${number}`)
  const family = program.isFamily ? new Family(accounts, witness) : null
  await family?.begin()
  const phones = program.phones.map((start) => makePhone(start, program, accounts, parts, trace))
  const person = phones[PERSON]
  if (family !== null && person !== undefined) person.line.listen = () => family.listen()
  const losses = { phoneKills: 0, serverKills: 0, powerCuts: 0, reloads: 0, signIns: 0, sessionsEnded: 0 }
  const cast: Cast = { phones, family, server, history: new History(), losses, trace }
  try {
    const { evidence, verdict, kept } = await gatherEvidence(program, cast, witness, accounts)
    return {
      seed: program.seed,
      changes: evidence.effects.length,
      deeds: deedsOf(cast.history),
      family: family && { accessChanges: family.changes, kept },
      calls: callsOf(phones),
      losses,
      verdict,
      seconds: (performance.now() - begunAt) / 1000,
    }
  } finally {
    for (const phone of phones) await phone.leave()
    for (const { number } of program.phones) proxy.disconnect(addressOf(number))
  }
}

/** The phones of each program have addresses that none had before. */
function addressOf(number: number): string {
  return `p${programsRun}${'abc'[number]}`
}

function makePhone(
  { number, fixedNow, clock, hasApp }: PhoneStart,
  { seed }: Program,
  accounts: Accounts,
  { proxy, handsets }: Parts,
  trace: (text: string) => void,
): Phone {
  const [name, handset] = ['abc'[number] ?? '', handsets[number]]
  if (handset === undefined) throw new Error(`No hay navegador para el móvil ${number}.`)
  const line = new PhoneLine(seed * 2 + number)
  line.fixedNow = fixedNow
  line.clock = clock
  line.onCall = (text) => trace(`    ${name}  ${text}`)
  return new Phone({
    name,
    handset,
    line,
    url: proxy.connect(addressOf(number), line),
    account: accounts.of(number),
    hasApp,
  })
}

/** Plays the program to its end, and collects all there is to see then. */
async function gatherEvidence(program: Program, cast: Cast, witness: Witness, accounts: Accounts) {
  const { family, history } = cast
  for (const phone of cast.phones) await firstSignIn(phone)
  await play(program, cast)
  await endTroubles(program, cast)
  const expected: ReadExpected = async (number) => {
    const place = (await family?.placeOf(number)) ?? null
    return { place, rows: await witness.rows(place?.familyId ?? accounts.id(number)) }
  }
  const differing = await converge(cast, expected)
  if (differing.length === 0 && program.recovers && (await recoverLost(program, cast))) {
    differing.push(...(await converge(cast, expected)))
  }
  if (family !== null) differing.push(...(await endFamily(family, cast, () => converge(cast, expected))))
  const views = await lookEverywhere(cast)
  if (differing.length === 0) differing.push(...(await compareDisks(cast, expected)))
  const finalRows: Row[] = []
  for (const id of accounts.ids) finalRows.push(...allRows(await witness.rows(id)))
  const effects = await witness.effects(accounts.ids)
  const evidence = { history, effects, finalRows, views, differing } satisfies Evidence
  if (family === null) return { evidence, verdict: judge(evidence), kept: 0 }
  const kept = await family.kept(cast.phones[PERSON])
  const verdict = judgeFamily({
    ...evidence,
    accounts: accounts.ids,
    effects,
    grants: await witness.grants(family.id),
    isOut: !(await family.isIn()),
    kept,
    heard: family.heard,
  })
  return { evidence, verdict, kept: kept.unsent }
}

async function firstSignIn(phone: Phone): Promise<void> {
  await phone.start()
  const failure = await phone.signIn(0)
  if (failure !== null) throw new Error(`El móvil ${phone.name} no ha podido iniciar sesión: ${failure}`)
}

async function lookEverywhere({ phones }: Cast) {
  const views = []
  for (const [number, phone] of phones.entries()) {
    for (const tab of phone.openTabs) {
      const view = await lookIfThere(phone, tab)
      if (view !== null)
        views.push({ name: `${phone.name}${tab}`, phone: number, view, wasKilled: phone.wasEverKilled })
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
    confirmed: history.deeds.filter(({ outcome }) => outcome.kind === 'stored').length,
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
