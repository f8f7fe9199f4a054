import { afterEach, expect, it, vi } from 'vitest'
import { inFront } from './in-front.ts'

afterEach(() => void vi.unstubAllGlobals())

it('is a tab that is shown and a window that is chosen, until it is ended', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const chosen = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', chosen)
  let times = 0
  const end = inFront(() => {
    times += 1
  })
  chosen.dispatchEvent(new Event('focus'))
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(times).toBe(2)
  end()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  chosen.dispatchEvent(new Event('focus'))
  expect(times).toBe(2)
})
