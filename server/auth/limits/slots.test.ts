import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

/** Starts tasks that each end when their `finish` is called. */
function startTasks(slots: ReturnType<typeof createSlots>, count: number) {
  const started: number[] = []
  const finish: (() => void)[] = []
  const results = Array.from({ length: count }, (_, index) =>
    slots(() => {
      started.push(index)
      return new Promise<number>((resolve) => finish.push(() => resolve(index)))
    }),
  )
  return { started, finish, results }
}

it('a task starts when another ends, in the order in which they came', async () => {
  const { started, finish, results } = startTasks(createSlots(2, 10), 4)
  await expect.poll(() => started).toEqual([0, 1])
  finish[1]?.()
  expect(await results[1]).toBe(1)
  await expect.poll(() => started).toEqual([0, 1, 2])
  finish[0]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3])
  finish[2]?.()
  finish[3]?.()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

it('a task that finds the line full is refused at once, and the others are run', async () => {
  const slots = createSlots(1, 2)
  const { started, finish, results } = startTasks(slots, 4)
  await expect(results[3]).rejects.toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    extra: { headers: { 'Retry-After': '5' } },
  })
  for (const index of [0, 1, 2]) {
    await expect.poll(() => started).toContain(index)
    finish[index]?.()
    expect(await results[index]).toBe(index)
  }
  expect(started).toEqual([0, 1, 2])
  expect(await slots(async () => 'room again')).toBe('room again')
})

it('a task that fails frees its place', async () => {
  const slots = createSlots(1, 1)
  const failing = slots(() => Promise.reject(new Error('no memory')))
  const next = slots(async () => 'served')
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('served')
})
