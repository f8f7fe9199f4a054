import { afterEach, expect, it, vi } from 'vitest'
import { nameWorld } from './name-world.ts'

afterEach(() => void vi.unstubAllGlobals())

it('goes on where it was stopped: what is named isn’t named again', () => {
  const works: (() => void)[] = []
  vi.stubGlobal('window', { requestIdleCallback: true })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => works.push(work))
  vi.stubGlobal('requestIdleCallback', (work: () => void) => works.push(work))
  const begun = vi.spyOn(Intl, 'DateTimeFormat')
  const done = vi.fn()
  const all = Intl.supportedValuesOf('timeZone').length
  const stop = nameWorld(done)
  while (begun.mock.calls.length < all / 2) works.shift()?.()
  stop()
  nameWorld(done)
  for (let work = works.shift(); work !== undefined; work = works.shift()) work()
  expect(done).toHaveBeenCalledOnce()
  expect(begun.mock.calls.length).toBeLessThanOrEqual(all)
})
