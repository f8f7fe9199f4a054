import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeAccessAllTheWhile } from './access/change-access-all-the-while.ts'
import { interleaveFamilies } from './families.ts'
import { PROPERTIES, type PropertyName } from './properties.ts'
import { refreshStorm, stormOf } from './refresh-storm.ts'
import { openTarget, type Target } from './target.ts'

// The whole run is `npm run fuzz`, which sends a million queries and 100,000 of most other kinds; this sample is small
// enough for every `npm test`.

let target: Target

beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.server.stop())

it.each(['queries', 'bodies', 'tokens', 'administration'] satisfies PropertyName[])(
  'any %s: no failure of the server, nobody else’s rows, no other role',
  async (name) => {
    let sent = 0
    const lane = { runs: 250, seed: 20_251_101, sent: () => (sent += 1) }
    // An administrator may give roles, so for them a changed role is no harm.
    await PROPERTIES[name](target, lane)
    if (name !== 'administration') await target.unharmed()
    expect(sent).toBe(250)
  },
)

it('refreshing in storms signs nobody out', async () => {
  await refreshStorm(target.server, { clients: 10, parallel: 20, rounds: 5 })
})

it('two families that ask for everything at once see what is theirs', async () => {
  let sent = 0
  await interleaveFamilies(target.server, { requests: 600, seed: 20_251_101 }, () => (sent += 1))
  expect(sent).toBe(600)
})

it('accounts whose access to each other changes all the while see and write what they may', async () => {
  const size = { accounts: 12, grants: 30, requests: 600, seed: 20_251_125 }
  const figures = await changeAccessAllTheWhile(target.server, size)
  expect(figures.requests).toBeGreaterThanOrEqual(600)
  // Each way was gone often enough that it would show.
  for (const count of Object.values(figures)) expect(count).toBeGreaterThan(20)
})

it('a storm is as long as it is told', () => {
  expect(stormOf(100_000)).toEqual({ clients: 100, parallel: 20, rounds: 50 })
  expect(stormOf(1000)).toEqual({ clients: 50, parallel: 20, rounds: 1 })
  expect(stormOf(1)).toEqual({ clients: 1, parallel: 20, rounds: 1 })
})
