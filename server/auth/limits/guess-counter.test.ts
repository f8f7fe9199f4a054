import { expect, it } from 'vitest'
import { createGuessCounter } from './guess-counter.ts'

it('refuses a key that has guessed too often, until it is forgotten', async () => {
  const counter = createGuessCounter({ points: 2, duration: 3600 })
  expect([await counter.count('a'), await counter.count('a')]).toEqual([null, null])
  expect(await counter.count('a')).not.toBeNull()
  expect(await counter.count('b')).toBeNull()
  await counter.forget('a')
  expect(await counter.count('a')).toBeNull()
  expect([await counter.add('c'), await counter.add('c')]).toEqual([1, 2])
  await counter.takeBack('c')
  expect(await counter.add('c')).toBe(2)
})

it('keeps a number of keys and no more: the one that guessed longest ago goes', async () => {
  const counter = createGuessCounter({ points: 1, duration: 3600 }, 3)
  for (const key of ['a', 'b', 'c']) await counter.count(key)
  expect(await counter.count('a')).not.toBeNull()
  await counter.count('d')
  expect(await counter.count('a')).not.toBeNull()
  expect(await counter.count('b')).toBeNull()
})
