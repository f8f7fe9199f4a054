import { setTimeout as sleep } from 'node:timers/promises'
import { NPM_COMMAND, startServer, withDataDir } from '../server.ts'
import { median } from '../statistics.ts'
import { atMost, figure, megabytes, type Row, seconds } from '../table.ts'
import { memoryOf } from './processes.ts'

const STARTS = 5
const REST_MS = 5_000

/** Measures how fast the server is ready, and how much memory it takes while nobody asks for anything. */
export async function measureServerAtRest(): Promise<Row[]> {
  const empty: number[] = []
  const existing: number[] = []
  const byNpm: number[] = []
  const memory: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    await withDataDir(async (dataDir) => {
      const first = await startServer(dataDir)
      await first.stop()
      const second = await startServer(dataDir)
      await sleep(REST_MS)
      memory.push(memoryOf(second.pid))
      await second.stop()
      const third = await startServer(dataDir, NPM_COMMAND)
      await third.stop()
      empty.push(first.readyAfterMs)
      existing.push(second.readyAfterMs)
      byNpm.push(third.readyAfterMs)
    })
  }
  return [
    atMost('arranque del servidor, carpeta vacía', 1_500, median(empty), seconds),
    atMost('arranque del servidor, con datos', 500, median(existing), seconds),
    figure('lo mismo con npm start', seconds(median(byNpm))),
    atMost('memoria en reposo, servidor y base de datos', 150e6, median(memory), megabytes),
  ]
}
