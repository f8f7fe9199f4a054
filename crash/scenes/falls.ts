import { type Findings, underLoad } from '../load/load.ts'
import { startNana } from '../world/nana.ts'

const FALLS = ['el servidor', 'la base de datos', 'los dos'] as const

/**
 * Kills the server, its database and both in turn, in the middle of saves and sign-outs, and looks after each fall for
 * what was lost. Whoever runs a server starts it again when it ends; its database is the server's own to bring back.
 */
export async function playFalls(
  rounds: number,
  interrupted: AbortSignal,
  onRound: (round: number, findings: Findings) => void,
): Promise<Findings> {
  const nana = await startNana()
  return underLoad(nana, interrupted, async (load) => {
    for (let round = 1; round <= rounds; round += 1) {
      // Another number each time, so that the fall meets another moment.
      await load.saved(1 + ((round * 37) % 60))
      const fall = FALLS[round % FALLS.length] ?? 'los dos'
      if (fall !== 'la base de datos') await nana.killServer()
      if (fall !== 'el servidor') await nana.killDatabase()
      if (fall !== 'la base de datos') nana.startServer()
      await load.measureReady(`cae ${fall}`)
      onRound(round, await load.judge())
    }
  })
}
