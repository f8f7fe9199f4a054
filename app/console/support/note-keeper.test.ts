import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNoteKeeper, type SaveOutcome } from './note-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that answers when it is told to. */
function server() {
  const sent: string[] = []
  /** What each text was to take the place of. */
  const seen: string[] = []
  const waiting: ((outcome: SaveOutcome) => void)[] = []
  return {
    sent,
    seen,
    save: (text: string, before: string) => {
      sent.push(text)
      seen.push(before)
      return new Promise<SaveOutcome>((resolve) => waiting.push(resolve))
    },
    answers: async (outcome: SaveOutcome) => {
      waiting.shift()?.(outcome)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('sends a note once nothing is typed for a second, and says that it is saved when the server has it', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('Du')
  await vi.advanceTimersByTimeAsync(900)
  keeper.edit('Duerme')
  await vi.advanceTimersByTimeAsync(900)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual(['Duerme'])
  expect(keeper.state().phase).toBe('saving')
  await answers('saved')
  expect(keeper.state()).toEqual({ text: 'Duerme', phase: 'saved' })
})

it('tries again while nobody answers, and never shows as saved what was typed meanwhile', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  await answers('unheard')
  expect(keeper.state()).toEqual({ text: 'A', phase: 'unheard' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['A', 'A'])
  keeper.edit('AB')
  await answers('saved')
  expect(keeper.state()).toEqual({ text: 'AB', phase: 'waiting' })
  await vi.advanceTimersByTimeAsync(1_000)
  await answers('saved')
  expect(sent).toEqual(['A', 'A', 'AB'])
  expect(keeper.state().phase).toBe('saved')
})

it('sends again what was taken back while the server was taking it', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  keeper.edit('')
  expect(keeper.state().phase).toBe('waiting')
  await answers('saved')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['A', ''])
})

it('keeps a refused note, and tries it again only when it is changed', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  await answers('refused')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['A'])
  expect(keeper.state()).toEqual({ text: 'A', phase: 'refused' })
})

it('sends what is there now when a save was not heard of, also when that is the text of before it', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  await answers('saved')
  keeper.edit('AB')
  keeper.flush()
  // The server may have it, and only its answer was lost.
  await answers('unheard')
  keeper.edit('A')
  expect(keeper.state().phase).not.toBe('saved')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['A', 'AB', 'A'])
  await answers('saved')
  expect(keeper.state()).toEqual({ text: 'A', phase: 'saved' })
})

it('sends the text of before when it was gone back to while the save that failed was under way', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.adopt('A', keeper.turn())
  keeper.edit('AB')
  keeper.flush()
  keeper.edit('A')
  await answers('unheard')
  expect(keeper.state().phase).toBe('unheard')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['AB', 'A'])
})

it('is saved when the text of before was gone back to and the other one is refused', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.adopt('A', keeper.turn())
  keeper.edit('AB')
  keeper.flush()
  keeper.edit('A')
  await answers('failed')
  expect(keeper.state()).toEqual({ text: 'A', phase: 'saved' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['AB'])
})

it('sends what was typed while the text of before was being refused', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  keeper.edit('AB')
  await vi.advanceTimersByTimeAsync(5_000)
  await answers('refused')
  expect(keeper.state().phase).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['A', 'AB'])
})

it('says without a break that nobody answers while it tries again', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  await answers('unheard')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual(['A', 'A'])
  expect(keeper.state().phase).toBe('unheard')
})

it('sends nothing any more once it is stopped', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  keeper.edit('AB')
  keeper.stop()
  await answers('unheard')
  keeper.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['A'])
})

it("takes the server's note, but not one that was asked for before something was typed or saved", async () => {
  const { save, answers } = server()
  const keeper = createNoteKeeper(save)
  const before = keeper.turn()
  keeper.adopt('Del servidor', before)
  expect(keeper.state()).toEqual({ text: 'Del servidor', phase: 'saved' })
  keeper.edit('Mía')
  keeper.flush()
  await answers('saved')
  keeper.adopt('Del servidor', before)
  expect(keeper.state().text).toBe('Mía')
})

it('keeps both texts when another window has written, until one that takes the place of both is decided on', async () => {
  const { sent, seen, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.adopt('Antes', keeper.turn())
  keeper.edit('Antes y yo')
  keeper.flush()
  await answers({ other: 'Larga, de la otra ventana' })
  keeper.edit('Antes y yo más')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.state()).toEqual({
    text: 'Antes y yo más',
    phase: 'overtaken',
    other: 'Larga, de la otra ventana',
  })
  keeper.decide('Las dos')
  await answers('saved')
  expect(keeper.state()).toEqual({ text: 'Las dos', phase: 'saved' })
  expect(sent).toEqual(['Antes y yo', 'Las dos'])
  expect(seen).toEqual(['Antes', 'Larga, de la otra ventana'])
})

it('sends nothing when the other text is decided on', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('Mía')
  keeper.flush()
  await answers({ other: 'Otra' })
  keeper.decide('Otra')
  expect(keeper.state()).toEqual({ text: 'Otra', phase: 'saved' })
  expect(sent).toEqual(['Mía'])
})

it('takes over what another window wrote when nothing of its own is left', async () => {
  const { save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('M')
  keeper.flush()
  keeper.edit('')
  await answers({ other: 'Otra' })
  expect(keeper.state()).toEqual({ text: 'Otra', phase: 'saved' })
})

it('its own words whose answer was lost are not another’s', async () => {
  const { sent, seen, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  await answers('unheard')
  keeper.edit('AB')
  keeper.flush()
  await answers({ other: 'A' })
  await answers('saved')
  expect(keeper.state()).toEqual({ text: 'AB', phase: 'saved' })
  expect(sent).toEqual(['A', 'AB', 'AB'])
  expect(seen).toEqual(['', '', 'A'])
})

it('is not tried again once its writer has given it up, until she writes or decides', async () => {
  const { sent, seen, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  keeper.giveUp()
  await answers('unheard')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toEqual(['A'])
  keeper.edit('AB')
  keeper.flush()
  // What was on its way when it was given up had arrived: it is its own.
  await answers({ other: 'A' })
  expect([sent, seen]).toEqual([
    ['A', 'AB', 'AB'],
    ['', '', 'A'],
  ])
  await answers({ other: 'B' })
  keeper.giveUp()
  keeper.decide('AB')
  expect(sent).toHaveLength(4)
})

it('says that it waits, when what was sent before turns out to have arrived after it was given up', async () => {
  const { sent, save, answers } = server()
  const keeper = createNoteKeeper(save)
  keeper.edit('A')
  keeper.flush()
  await answers('unheard')
  keeper.edit('AB')
  keeper.flush()
  keeper.giveUp()
  await answers({ other: 'A' })
  expect(keeper.state()).toEqual({ text: 'AB', phase: 'waiting' })
  expect(sent).toEqual(['A', 'AB'])
})
