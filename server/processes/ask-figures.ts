import type { Worker } from 'node:cluster'
import type { Figures } from '../metrics/metrics.ts'
import type { FromWorker } from './messages.ts'

/** Prometheus itself waits for ten seconds. */
const ANSWER_WITHIN_MS = 2_000

/** Answers what a process has counted; null while it starts, and when it doesn't answer in time. */
export function askFigures(worker: Worker): Promise<Figures | null> {
  return new Promise((resolve) => {
    const done = (figures: Figures | null) => {
      clearTimeout(late)
      worker.off('message', hear)
      resolve(figures)
    }
    const hear = (message: FromWorker) => {
      if (message.kind === 'figures') done(message.figures)
    }
    const late = setTimeout(() => done(null), ANSWER_WITHIN_MS)
    worker.on('message', hear)
    worker.send({ kind: 'tell figures' })
  })
}
