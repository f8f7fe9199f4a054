import { setTimeout as sleep } from 'node:timers/promises'
import type { Nana } from '../world/nana.ts'
import { createCall, PATIENCE_MS } from './caller.ts'
import { createFamily, type Family } from './family.ts'
import { createSessions, type Sessions } from './sessions.ts'

/** What a scene found out. */
export interface Findings {
  acknowledged: number
  signedOut: number
  lost: string[]
  doubled: string[]
  revived: string[]
  /** Answers that tell a phone something wrong. */
  faults: string[]
  /** How long it took until a save was acknowledged again, by what had happened. */
  ready: Map<string, number[]>
}

/** Families that save and people who come and go, all at once and without a pause. */
export interface Load {
  /** Resolves after so many more acknowledged saves. */
  saved(more: number): Promise<void>
  /** Resolves after so many more calls that got no answer, or «not now». */
  turnedAway(more: number): Promise<void>
  /** Notes as a fault that a call was turned away so far: to be asked while nothing has fallen. */
  blameTurnedAway(): void
  /** Saves until one is acknowledged, and notes how long that took. */
  measureReady(what: string): Promise<void>
  /** Compares what was acknowledged since the last time with what is there, and tells all that was found so far. */
  judge(): Promise<Findings>
}

const FAMILIES = 3
const LANES_OF_A_FAMILY = 2

/**
 * Plays a scene on a server under load, judges everything once more at its end, and ends the server. Throws when
 * `interrupted` is aborted, and ends the server then, too.
 */
export async function underLoad(
  nana: Nana,
  interrupted: AbortSignal,
  scene: (load: Load) => Promise<void>,
): Promise<Findings> {
  const ending = new AbortController()
  try {
    const { load, finish } = await startLoad(nana, ending, interrupted)
    await scene(load)
    return await finish()
  } finally {
    ending.abort()
    await nana.stop()
  }
}

async function startLoad(
  nana: Nana,
  ending: AbortController,
  interrupted: AbortSignal,
): Promise<{ load: Load; finish: () => Promise<Findings> }> {
  const findings: Findings = {
    acknowledged: 0,
    signedOut: 0,
    lost: [],
    doubled: [],
    revived: [],
    faults: [],
    ready: new Map(),
  }
  const call = createCall(nana.url, nana.anonKey)
  const onFault = (text: string) => void findings.faults.push(text)
  let away = 0
  const open = () => createFamily(call, onFault, () => (away += 1))
  const families = await Promise.all(Array.from({ length: FAMILIES }, open))
  const prober = await open()
  const sessions = createSessions(call, onFault)
  const isWanted = () => !ending.signal.aborted
  const lane = async (work: () => Promise<unknown>) => {
    try {
      while (isWanted()) await work()
    } catch (error) {
      onFault(String(error))
    }
  }
  const lanes = [
    ...families.flatMap((family) =>
      Array.from({ length: LANES_OF_A_FAMILY }, () => lane(() => family.save(isWanted))),
    ),
    lane(() => sessions.comeAndGo(isWanted)),
  ]
  const everybody = [...families, prober]
  let judged = marksOf(everybody, sessions)

  const saves = () => families.reduce((sum, family) => sum + family.acknowledged(), 0)
  const until = async (isSo: () => boolean, what: string) => {
    const deadline = performance.now() + PATIENCE_MS
    while (!isSo()) {
      interrupted.throwIfAborted()
      if (performance.now() > deadline)
        throw new Error(`No hay ${what}. El servidor dice: ${nana.complaints()}`)
      await sleep(2)
    }
  }

  async function judgeFrom({ naps, signOuts }: Marks): Promise<void> {
    const verdicts = await Promise.all(everybody.map((family, index) => family.judge(naps[index] ?? 0)))
    for (const { lost, doubled } of verdicts) {
      findings.lost = union(findings.lost, lost)
      findings.doubled = union(findings.doubled, doubled)
    }
    findings.revived = union(findings.revived, await sessions.revived(signOuts))
    findings.acknowledged = everybody.reduce((sum, family) => sum + family.acknowledged(), 0)
    findings.signedOut = sessions.ended()
  }

  const load: Load = {
    saved: (more) => {
      const wanted = saves() + more
      return until(() => saves() >= wanted, 'más guardados')
    },
    turnedAway: (more) => {
      const wanted = away + more
      return until(() => away >= wanted, 'más rechazos')
    },
    blameTurnedAway() {
      if (away > 0) onFault(`${away} llamadas sin atender, aunque nada ha caído: ${nana.complaints()}`)
    },
    async measureReady(what) {
      const begunAt = performance.now()
      const before = prober.acknowledged()
      while (prober.acknowledged() === before) {
        interrupted.throwIfAborted()
        if (performance.now() - begunAt > PATIENCE_MS)
          throw new Error(`No vuelve. El servidor dice: ${nana.complaints()}`)
        await prober.save(() => true)
      }
      if (!nana.isRunning()) onFault(`el servidor ha terminado: ${nana.complaints()}`)
      findings.ready.set(what, [...(findings.ready.get(what) ?? []), performance.now() - begunAt])
    },
    async judge() {
      const marks = marksOf(everybody, sessions)
      await judgeFrom(judged)
      judged = marks
      return findings
    },
  }
  const finish = async () => {
    ending.abort()
    await Promise.all(lanes)
    await judgeFrom({ naps: [], signOuts: 0 })
    return findings
  }
  return { load, finish }
}

interface Marks {
  naps: number[]
  signOuts: number
}

function marksOf(families: readonly Family[], sessions: Sessions): Marks {
  return { naps: families.map((family) => family.begun()), signOuts: sessions.ended() }
}

function union(known: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...known, ...found])]
}
