import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { openLocalDb } from '../local/local-db.ts'
import { Replica } from '../local/replica.ts'
import { HandTimers } from '../testing/hand-timers.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { TabLocks } from '../testing/tab-locks.ts'
import { createWatch } from './watch.ts'

afterEach(() => vi.unstubAllGlobals())

it('a watch that ends while its round is under way gives way to the next at once, after a failure too', async () => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  const replica = new Replica('u', await openLocalDb('u', () => {}), { now: () => {}, news: () => {} })
  onTestFinished(() => replica.close())
  const locks = new TabLocks()
  const { watchChanges } = createWatch({
    store: { current: () => replica },
    askForChange: () => Promise.reject(new Error('offline')),
    locks: () => locks,
    timers: new HandTimers(),
  })
  const [first, next] = [new AbortController(), new AbortController()]
  const begun: string[] = []
  const catchUp = (name: string, watching: AbortController) => async () => {
    begun.push(name)
    watching.abort()
  }
  void watchChanges(replica, catchUp('first', first), first.signal)
  await expect.poll(() => begun).toEqual(['first'])
  void watchChanges(replica, catchUp('next', next), next.signal)
  await expect.poll(() => begun).toEqual(['first', 'next'])
})
