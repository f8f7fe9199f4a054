import { type Account, type ServerProcess, startServerProcess } from '../server-process.ts'
import { keepOnDesk } from './desk.ts'
import { AFTERNOON, test as base } from './phones.ts'

export interface WorkerFixtures {
  fixedNow: string
  /** These are settings of the server, by the names of its environment. */
  settings: Readonly<Record<string, string>>
  server: ServerProcess
}

/** Each worker has a server of its own; each test an account of its own. */
export const test = base.extend<{ account: Account }, WorkerFixtures>({
  fixedNow: [AFTERNOON, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ fixedNow, settings }, handOver) => {
      const server = await startServerProcess(fixedNow, settings)
      await handOver(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  keeping: [async ({ server }, handOver) => handOver(keepOnDesk(server.url)), { scope: 'worker' }],
  account: async ({ server }, handOver, info) => {
    await handOver(
      await server.createAccount(
        `carer-${info.workerIndex}-${info.testId}-${info.repeatEachIndex}@example.org`,
      ),
    )
  },
})
