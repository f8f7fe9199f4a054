import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { growingPause } from '../db/growing-pause.ts'
import { printFailure } from '../log/lines.ts'
import type { Figures } from '../metrics/metrics.ts'
import { WORKER_ARGUMENT } from '../settings/processes.ts'
import { askFigures } from './ask-figures.ts'
import type { Addresses, FromWorker, ToWorker } from './messages.ts'
import { promised } from './promised.ts'
import { workerSettings } from './worker-settings.ts'

/** The processes that serve. */
export interface Workers {
  /** Starts the first, and resolves when its ports are open. Rejects when it ends before; it has said why. */
  startFirst(): Promise<Addresses>
  /** Starts the others, and resolves when all are ready. */
  startOthers(): Promise<void>
  /** Tells all of them something, and those that are started later when their ports are open. */
  tell(message: ToWorker): void
  /** Answers what each has counted, by its number, which the one that is started in its place inherits. */
  figures(): Promise<Map<number, Figures | null>>
  /** Tells all of them to let callers be led elsewhere. None is started from here on. */
  drain(): void
  /** Ends all of them. */
  stop(): Promise<void>
}

/** One that has stood for so long is started again at once when it falls. */
const STEADY_AFTER_MS = 10_000
/** After so many falls in a row it is no accident, and whoever watches over the server has to hear of it. */
const MOST_FALLS = 6
/** The whole server has five seconds, and the database needs its part of them. */
const STOP_WITHIN_MS = 3_500

/**
 * Keeps `count` processes of `program` on one port. Each that ends is started again, after pauses that grow.
 *
 * @param onHopeless is called when they fall again and again.
 */
export function keepWorkers(program: string, count: number, onHopeless: () => void): Workers {
  // What they have counted holds figures that JSON doesn't know.
  cluster.setupPrimary({ exec: program, args: [WORKER_ARGUMENT], serialization: 'advanced' })
  const workers = new Map<number, Worker>()
  const pauses = new Set<NodeJS.Timeout>()
  const told: ToWorker[] = []
  const first = promised<Addresses>()
  const allReady = promised<void>()
  let isListening = false
  const ready = new Set<number>()
  let falls = 0
  let isEnding = false

  function begin(number: number): void {
    const begunAt = performance.now()
    const worker = cluster.fork(workerSettings(process.env))
    workers.set(number, worker)
    worker.on('error', (error) => {
      // One that couldn't be begun has no end. What was sent to one that has just ended is told to the next.
      if (worker.process.pid === undefined) fall(null, null, error)
    })
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') {
        isListening = true
        first.resolve(message.addresses)
        for (const earlier of told) worker.send(earlier)
      }
      if (message.kind === 'ready') {
        ready.add(number)
        if (ready.size === count) allReady.resolve()
      }
    })
    worker.once('exit', fall)

    function fall(code: number | null, signal: string | null, cause?: Error): void {
      workers.delete(number)
      ready.delete(number)
      if (isEnding) return
      if (!isListening) {
        first.reject(cause ?? new Error('El servidor no ha podido arrancar.'))
        return
      }
      if (performance.now() - begunAt > STEADY_AFTER_MS) falls = 0
      falls += 1
      const message =
        cause === undefined
          ? 'Uno de los procesos del servidor ha terminado. Se arranca otro.'
          : 'Uno de los procesos del servidor no ha podido arrancar. Se vuelve a probar.'
      printFailure('process_fallen', { message, pid: worker.process.pid, code, signal, falls }, cause)
      if (falls > MOST_FALLS) onHopeless()
      else beginAfter(falls === 1 ? 0 : growingPause(falls - 2), number)
    }
  }

  function beginAfter(ms: number, number: number): void {
    const pause = setTimeout(() => {
      pauses.delete(pause)
      begin(number)
    }, ms)
    pauses.add(pause)
  }

  function tell(message: ToWorker): void {
    told.push(message)
    for (const worker of workers.values()) worker.send(message)
  }

  function stopBeginning(): void {
    isEnding = true
    for (const pause of pauses) clearTimeout(pause)
  }

  return {
    startFirst() {
      begin(1)
      return first.promise
    },
    startOthers() {
      for (let number = 2; number <= count; number += 1) begin(number)
      return allReady.promise
    },
    tell,
    async figures() {
      const asked = Array.from({ length: count }, async (_, index) => {
        const worker = workers.get(index + 1)
        return [index + 1, worker === undefined ? null : await askFigures(worker)] as const
      })
      return new Map(await Promise.all(asked))
    },
    drain() {
      stopBeginning()
      tell({ kind: 'drain' })
    },
    async stop() {
      stopBeginning()
      // An 'error' ends no wait here: it comes from one that can't be told anything any more.
      const gone = Promise.all(
        Array.from(workers.values(), (worker) => new Promise((done) => worker.once('exit', done))),
      )
      tell({ kind: 'end' })
      await Promise.race([gone, sleep(STOP_WITHIN_MS, null, { ref: false })])
      for (const worker of workers.values()) worker.process.kill('SIGKILL')
    },
  }
}
