import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROPERTIES, type PropertyName } from './properties.ts'
import { refreshStorm } from './refresh-storm.ts'
import { openTarget, type Target } from './target.ts'

// A sample of `npm run fuzz`, which sends 100,000 of each kind.

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
    // Administrators may give roles, so what they do is looked at last.
    await PROPERTIES[name](target, lane)
    if (name !== 'administration') await target.unharmed()
    expect(sent).toBe(250)
  },
)

it('refreshing in storms signs nobody out', async () => {
  await refreshStorm(target.server, { clients: 10, parallel: 20, rounds: 5 })
})
