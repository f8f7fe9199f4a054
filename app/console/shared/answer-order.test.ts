import { expect, it } from 'vitest'
import { answerOrder } from './answer-order.ts'

it('takes an answer while a later question is under way, which may stay without one', () => {
  const order = answerOrder()
  const [first, second] = [order.ask(), order.ask()]
  expect(order.hear(first)).toBe(true)
  expect(order.isLast(second)).toBe(true)
})

it('takes no answer that is older than what came already', () => {
  const order = answerOrder()
  const [first, second] = [order.ask(), order.ask()]
  expect(order.hear(second)).toBe(true)
  expect(order.hear(first)).toBe(false)
})

it('waits for a later question when an earlier one has no answer', () => {
  const order = answerOrder()
  const first = order.ask()
  order.ask()
  expect(order.isLast(first)).toBe(false)
})

it('takes no answer to what was asked for before a change', () => {
  const order = answerOrder()
  const before = order.ask()
  order.overtake()
  expect([order.hear(before), order.isLast(before)]).toEqual([false, false])
  expect(order.hear(order.ask())).toBe(true)
})
