import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { type DrawnDay, type DrawnSleep, placeOf } from '../../../core/rebuild/rebuild-day.ts'
import { MADRID } from '../../../core/time/zone.ts'
import * as changes from '../../changes/changes.ts'
import { store } from '../../local/phone-store.ts'
import { withOwnStore } from '../../testing/own-store.ts'
import * as toasts from '../../ui/overlays/toasts.ts'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { saveDrawnDay } from './save-drawn-day.ts'

const DATE = '2025-08-10'

withOwnStore()

function nap(key: number, from: string, to: string): DrawnSleep {
  return { key, from: placeOf(from), to: placeOf(to), type: 'siesta', isTypeChosen: true }
}

it('a sleep that is moved while its day is being stored is stored where it was moved to, once', async () => {
  const day: DrawnDay = { sleeps: [nap(1, '15:00', '16:00'), nap(2, '10:00', '11:00')], wakeUp: '07:40' }
  const moved = { ...day, sleeps: [nap(1, '15:30', '16:30'), nap(2, '10:00', '11:00')] }
  const showToast = vi.spyOn(toasts, 'showToast').mockReturnValue()
  const onUndone = vi.fn()
  const outcome = { drawnByNow: () => moved, onStored: () => {}, onUndone }
  await saveDrawnDay(DATE, '2025-08-11', day, outcome, MADRID)
  const { cache } = await store.replica()
  const starts = cache.records.map(({ start_time, time }) => start_time ?? time)
  expect(starts).toEqual(['15:30', '10:00', '07:40'])
  showToast.mock.calls[0]?.[0].action?.run()
  await expect.poll(() => onUndone).toHaveBeenCalledWith(moved)
})

it('a sleep that the phone refuses to move is told of beside what is stored, and an undo draws it as moved', async () => {
  const day: DrawnDay = { sleeps: [nap(1, '23:30', '01:00'), nap(2, '10:00', '11:00')], wakeUp: null }
  // It would be of the next day.
  const moved = { ...day, sleeps: [nap(1, '00:30', '01:00'), nap(2, '10:00', '11:00')] }
  const showToast = vi.spyOn(toasts, 'showToast').mockReturnValue()
  vi.spyOn(changes, 'updateRecord').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
  vi.spyOn(console, 'warn').mockReturnValue()
  const onUndone = vi.fn()
  const outcome = { drawnByNow: () => moved, onStored: () => {}, onUndone }
  await saveDrawnDay(DATE, '2025-08-11', day, outcome, MADRID)
  const replica = await store.replica()
  expect(replica.cache.records.map(({ date }) => date)).toEqual([DATE, DATE])
  expect(showToast).toHaveBeenCalledOnce()
  const toast = showToast.mock.calls[0]?.[0]
  expect(toast).toMatchObject({ title: words.saved, tone: 'failure' })
  expect(toast?.detail).toBe(`${words.savedDetail('Domingo 10', 2)} ${words.notMoved}`)
  toast?.action?.run()
  await expect.poll(() => onUndone).toHaveBeenCalledWith(moved)
  expect(replica.cache.records).toEqual([])
})
