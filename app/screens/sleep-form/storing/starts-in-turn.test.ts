import { expect, it, vi } from 'vitest'
import { startsInTurn } from './starts-in-turn.ts'

/** A start that is asked of the phone, which answers whether it takes it once `answer` is called. */
function asked() {
  let answer: (isStored: boolean) => void = () => {}
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  return { store: vi.fn(() => answered), answer }
}

it('the phone is asked for a start at once, and for the next one when it has taken that', async () => {
  const inTurn = startsInTurn()
  const [first, next] = [asked(), asked()]
  void inTurn(first.store)
  expect(first.store).toHaveBeenCalledOnce()
  const turn = inTurn(next.store)
  expect(next.store).not.toHaveBeenCalled()
  first.answer(true)
  next.answer(true)
  expect(await turn).toBe(true)
  expect(next.store).toHaveBeenCalledOnce()
})

it('none that waited for a refused one is stored, and the next one is again', async () => {
  const inTurn = startsInTurn()
  const [refused, waiting, last, next] = [asked(), asked(), asked(), asked()]
  void inTurn(refused.store)
  void inTurn(waiting.store)
  const turn = inTurn(last.store)
  refused.answer(false)
  expect(await turn).toBe(false)
  void inTurn(next.store)
  expect(next.store).toHaveBeenCalledOnce()
  expect(waiting.store).not.toHaveBeenCalled()
  expect(last.store).not.toHaveBeenCalled()
})
