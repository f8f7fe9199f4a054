import { buildPage, type ChaosPage, serverSettings } from './build-page.ts'
import { type Row, type ServerRows, Witness } from './effect-log.ts'
import { type FaultProxy, startProxy } from './fault-proxy.ts'
import { Handset } from './handset.ts'
import { compareDisks, converge, heal } from './heal.ts'
import { History } from './history.ts'
import { type NanaServer, startNanaServer } from './nana-server.ts'
import { type Credentials, Phone } from './phone.ts'
import { type FateCounts, PhoneLine } from './phone-line.ts'
import { play } from './play.ts'
import { makeProgram, PHONES, type PhoneNumber, type Program } from './program.ts'
import { recoverLost } from './recover.ts'
import type { Result } from './report.ts'
import { lookIfThere, type Stage } from './stage.ts'
import { type Evidence, judge } from './verdict.ts'

/** Server, proxy and two browsers, used by one program after the other. */
export interface World {
  run(seed: number, trace?: (text: string) => void): Promise<Result>
  close(): Promise<void>
}

const PASSWORD = 'siesta-larga-y-buena'

let builtPage: Promise<ChaosPage> | null = null

export async function openWorld(browserPath: string): Promise<World> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
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
  const stage: Stage = { phones, server, history: new History(), losses, trace }
  try {
    const evidence = await gatherEvidence(program, stage, parts.witness, userId)
    return {
      seed: program.seed,
      changes: evidence.effects.length,
      deeds: deedsOf(stage.history),
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

/** Plays the program to its end, and looks at all there is to see then. */
async function gatherEvidence(
  program: Program,
  stage: Stage,
  witness: Witness,
  userId: string,
): Promise<Evidence> {
  for (const number of PHONES) await firstSignIn(stage, number)
  await play(program, stage)
  await heal(program, stage)
  const rows = () => witness.rows(userId)
  const differing = await converge(stage, rows)
  if (differing.length === 0 && program.recovers && (await recoverLost(program, stage))) {
    differing.push(...(await converge(stage, rows)))
  }
  const finalRows = await rows()
  const views = await lookEverywhere(stage)
  if (differing.length === 0) differing.push(...(await compareDisks(stage, finalRows)))
  const effects = await witness.effects(userId)
  return { history: stage.history, effects, finalRows: allRows(finalRows), views, differing }
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
    throw new Error(`No account could be made: ${JSON.stringify(session)}`)
  }
  return String(user.id)
}

async function firstSignIn(stage: Stage, number: PhoneNumber): Promise<void> {
  await stage.phones[number].start()
  const failure = await stage.phones[number].signIn(0)
  if (failure !== null) throw new Error(`Phone ${number} could not sign in: ${failure}`)
}

async function lookEverywhere({ phones }: Stage) {
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
    imports: history.count('import'),
    importedRecords: history.importedRecords,
    recoveries: history.count('recover'),
    undoneMerges: history.count('separate'),
  }
}

function callsOf(phones: readonly Phone[]): FateCounts {
  const total: FateCounts = {}
  for (const { line } of phones) {
    // Object.entries forgets which keys it gives.
    for (const [fate, count] of Object.entries(line.counts) as [keyof FateCounts, number][]) {
      total[fate] = (total[fate] ?? 0) + count
    }
  }
  return total
}
