import { expect, it, vi } from 'vitest'
import { orGiveBack, whileBusy } from './while-busy.ts'

/** What the button was set to, in turn. */
function button() {
  const said: boolean[] = []
  return { said, setBusy: (isBusy: boolean) => said.push(isBusy) }
}

it('is busy until what was asked for is done, and tells what came of it', async () => {
  const { said, setBusy } = button()
  const task = async () => [...said]
  expect(await whileBusy(setBusy, task)).toEqual([true])
  expect(said).toEqual([true, false])
})

/** What the auth client hands on where the phone's storage is full. */
const full = new DOMException('full', 'QuotaExceededError')

it('is busy no more where something is thrown', async () => {
  const { said, setBusy } = button()
  await expect(whileBusy(setBusy, () => Promise.reject(full))).rejects.toBe(full)
  expect(said).toEqual([true, false])
})

it('stays busy once it is done, where only a throw gives it back', async () => {
  const giveBack = vi.fn()
  expect(await orGiveBack(Promise.resolve('done'), giveBack)).toBe('done')
  expect(giveBack).not.toHaveBeenCalled()
  await expect(orGiveBack(Promise.reject(full), giveBack)).rejects.toBe(full)
  expect(giveBack).toHaveBeenCalledOnce()
})
