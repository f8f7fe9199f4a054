import { afterEach, expect, it, vi } from 'vitest'
import { clearToast, shownToast } from '../../ui/overlays/toasts.ts'
import { orGiveBack, whileBusy } from './while-busy.ts'

afterEach(clearToast)

const TOLD = { title: 'No se ha podido hacer', tone: 'failure' }

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
  expect(shownToast()).toBeNull()
})

/** What the auth client hands on where the phone's storage is full. */
const full = new DOMException('full', 'QuotaExceededError')

it('is busy no more where something is thrown, and that is told', async () => {
  const { said, setBusy } = button()
  await expect(whileBusy(setBusy, () => Promise.reject(full))).rejects.toBe(full)
  expect(said).toEqual([true, false])
  expect(shownToast()).toMatchObject(TOLD)
})

it('stays busy once it is done, where only a throw gives it back, and is told', async () => {
  const giveBack = vi.fn()
  expect(await orGiveBack(Promise.resolve('done'), giveBack)).toBe('done')
  expect(giveBack).not.toHaveBeenCalled()
  expect(shownToast()).toBeNull()
  await expect(orGiveBack(Promise.reject(full), giveBack)).rejects.toBe(full)
  expect(giveBack).toHaveBeenCalledOnce()
  expect(shownToast()).toMatchObject(TOLD)
})
