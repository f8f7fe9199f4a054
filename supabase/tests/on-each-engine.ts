import { afterAll, beforeAll, describe } from 'vitest'
import { ENGINES } from '../../server/testing/engines.ts'
import { startTestDatabase, type TestDatabase } from '../../server/testing/test-database.ts'

/** Where the tests of a file run: a migrated database of their own, there from the first of them to the last. */
export type EngineDatabase = Omit<TestDatabase, 'close'>

/** The same tests on each PostgreSQL that the migrations promise to run on. */
export function onEachEngine(tests: (db: EngineDatabase) => void): void {
  describe.each([...ENGINES.keys()])('%s', (engine) => {
    let started: TestDatabase
    beforeAll(async () => {
      started = await startTestDatabase(engine)
    })
    afterAll(() => started.close())
    tests({
      get pool() {
        return started.pool
      },
      get connection() {
        return started.connection
      },
      createUser: (email) => started.createUser(email),
    })
  })
}
