import { expect, it } from 'vitest'
import { createGuessLine } from './guess-line.ts'

/** Waits that end when the test says so. */
function heldWaits() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const wait = (ms: number) => {
    begun.push(ms)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const next = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, wait, next }
}

it('guesses at one account wait one after the other, those at another beside them', async () => {
  const { begun, wait, next } = heldWaits()
  const inLine = createGuessLine(wait)
  const done: string[] = []
  void inLine('ana', 100).then(() => done.push('first'))
  void inLine('ana', 200).then(() => done.push('second'))
  void inLine('eva', 300).then(() => done.push('of another'))
  await Promise.resolve()
  expect(begun).toEqual([100, 300])
  await next()
  expect([begun, done]).toEqual([[100, 300, 200], ['first']])
  await next()
  await next()
  expect(done).toEqual(['first', 'of another', 'second'])
})

it('a full line sends the next one away, and takes others once it moves', async () => {
  const { wait, next } = heldWaits()
  const inLine = createGuessLine(wait)
  const waiting = Array.from({ length: 15 }, () => inLine('ana', 1))
  await expect(inLine('ana', 1)).rejects.toMatchObject({ status: 429 })
  await next()
  waiting.push(inLine('ana', 1))
  for (let turn = 0; turn < 15; turn += 1) await next()
  await Promise.all(waiting)
})
