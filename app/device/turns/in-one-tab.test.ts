import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HandTimers } from '../../testing/hand-timers.ts'
import { TabLocks } from '../../testing/tab-locks.ts'
import { inOneTab, type Locks } from './in-one-tab.ts'

let locks: TabLocks
let timers: HandTimers
let log: string[]

beforeEach(() => {
  locks = new TabLocks()
  timers = new HandTimers()
  log = []
})

/** A tab that wants its turn, and works until it is told that it is done. */
function openTab(name: string, seen: Locks = locks) {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const work = async () => {
    log.push(`${name} begins`)
    await finished
    log.push(`${name} ends`)
    return name
  }
  return { result: inOneTab('turn', work, { locks: seen, timers }), finish }
}

const hasBegun = (name: string) => vi.waitFor(() => expect(log).toContain(`${name} begins`))

/** What the tabs do now without any more time has been done. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a tab that sleeps in its turn', () => {
  it('is robbed by one tab only, whose turn the others wait for', async () => {
    openTab('sleeper')
    const [second, third] = [openTab('second'), openTab('third')]
    await settled()
    timers.pass(30_000)
    await hasBegun('second')
    await settled()
    second.finish()
    third.finish()
    expect(await Promise.all([second.result, third.result])).toEqual(['second', 'third'])
    expect(log).toEqual(['sleeper begins', 'second begins', 'second ends', 'third begins', 'third ends'])
  })

  it('is robbed of its own turn only: whoever took it has as long', async () => {
    openTab('sleeper')
    const second = openTab('second')
    await settled()
    timers.pass(20_000)
    const third = openTab('third')
    await settled()
    timers.pass(10_000)
    await hasBegun('second')
    timers.pass(20_000)
    await settled()
    expect(log).not.toContain('third begins')
    second.finish()
    third.finish()
    await third.result
    expect(log).toEqual(['sleeper begins', 'second begins', 'second ends', 'third begins', 'third ends'])
  })

  it('is robbed when it took the turn over from one that slept', async () => {
    openTab('sleeper')
    openTab('second')
    const third = openTab('third')
    await settled()
    timers.pass(30_000)
    await hasBegun('second')
    await settled()
    timers.pass(29_999)
    await settled()
    expect(log).not.toContain('third begins')
    timers.pass(1)
    third.finish()
    expect(await third.result).toBe('third')
  })

  it('is robbed by the next one, where a robber falls asleep over it', async () => {
    openTab('sleeper')
    const query = vi.fn(() => (query.mock.calls.length === 1 ? locks.query() : new Promise<never>(() => {})))
    const robber = { request: locks.request.bind(locks), query }
    openTab('robber', robber)
    const [third, fourth] = [openTab('third'), openTab('fourth')]
    await settled()
    timers.pass(30_000)
    await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
    await settled()
    timers.pass(29_999)
    await settled()
    expect(log).toEqual(['sleeper begins'])
    timers.pass(1)
    await hasBegun('third')
    await settled()
    third.finish()
    fourth.finish()
    await fourth.result
    expect(log).toEqual(['sleeper begins', 'third begins', 'third ends', 'fourth begins', 'fourth ends'])
  })

  it('goes on when it wakes up, and says what came of its work', async () => {
    const sleeper = openTab('sleeper')
    const second = openTab('second')
    await settled()
    timers.pass(30_000)
    second.finish()
    await second.result
    sleeper.finish()
    expect(await sleeper.result).toBe('sleeper')
  })
})

it('where the browser refuses its locks, each tab works by itself', async () => {
  const refused = async () => {
    throw new DOMException('no locks here', 'SecurityError')
  }
  const work = vi.fn(async () => 'done')
  expect(await inOneTab('turn', work, { locks: { request: refused, query: refused }, timers })).toBe('done')
  expect(work).toHaveBeenCalledOnce()
})

it('where the browser doesn’t say whose turn it is, what is in line is done once, and now', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const other = locks.request('turn', () => finished)
  const query = async () => {
    throw new DOMException('no locks here', 'SecurityError')
  }
  const work = vi.fn(async () => 'done')
  const seen = { request: locks.request.bind(locks), query }
  expect(await inOneTab('turn', work, { locks: seen, timers })).toBe('done')
  finish()
  await other
  await settled()
  expect(work).toHaveBeenCalledOnce()
})

it('what is thrown long after the wait for the turn is thrown, and nobody is robbed', async () => {
  const other = locks.inTab('other')
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  void other.request('turn', () => finished)
  let fail = () => {}
  const work = vi.fn(
    () =>
      new Promise<void>((_resolve, reject) => {
        fail = () => reject(new Error('broken'))
      }),
  )
  const result = inOneTab('turn', work, { locks, timers })
  await settled()
  timers.pass(10_000)
  const again = vi.fn(() => new Promise<never>(() => {}))
  void other.request('turn', again)
  finish()
  await vi.waitFor(() => expect(work).toHaveBeenCalled())
  timers.pass(25_000)
  fail()
  await expect(result).rejects.toThrow('broken')
  await vi.waitFor(() => expect(again).toHaveBeenCalled())
  await settled()
  expect(work).toHaveBeenCalledOnce()
})

it('what the work throws is thrown, and it isn’t done again', async () => {
  const work = vi.fn(async () => {
    throw new Error('broken')
  })
  await expect(inOneTab('turn', work, { locks, timers })).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledOnce()
})
