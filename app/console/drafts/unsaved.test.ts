import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TabLocks } from '../../testing/tab-locks.ts'

/* What is unsaved in one window of the console is known in the others. */

type Window = typeof import('./unsaved.ts')
let here: Window
let there: Window
const note = {}

beforeEach(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('navigator', { locks: new TabLocks() })
  here = await newWindow()
  there = await newWindow()
})
afterEach(() => void vi.unstubAllGlobals())

async function newWindow(): Promise<Window> {
  vi.resetModules()
  return await import('./unsaved.ts')
}

it('another window’s is found until it is saved, and its own is no other’s', async () => {
  there.noteUnsaved(note, true)
  await expect.poll(() => here.isUnsavedElsewhere()).toBe(true)
  expect(await there.isUnsavedElsewhere()).toBe(false)
  there.noteUnsaved(note, false)
  await expect.poll(() => here.isUnsavedElsewhere()).toBe(false)
})

it('what is typed anew before the lock was given back is found as well', async () => {
  there.noteUnsaved(note, true)
  there.noteUnsaved(note, false)
  there.noteUnsaved(note, true)
  await expect.poll(() => here.isUnsavedElsewhere()).toBe(true)
  there.noteUnsaved(note, false)
  there.noteUnsaved(note, true)
  there.noteUnsaved(note, false)
  await expect.poll(() => here.isUnsavedElsewhere()).toBe(false)
})

describe('the browser asks before the window goes', () => {
  let asks: () => boolean
  beforeEach(() => {
    const window = new EventTarget()
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
    asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    here.noteUnsaved(note, true)
    expect(asks()).toBe(true)
  })

  it('unless the console has asked itself', () => {
    here.leaveUnasked()
    expect(asks()).toBe(false)
  })

  it('and once more where it stayed all the same and more was typed', () => {
    here.leaveUnasked()
    here.noteUnsaved(note, true)
    expect(asks()).toBe(true)
    here.noteUnsaved(note, false)
    expect(asks()).toBe(false)
  })
})

it('a browser without locks knows of its own alone', async () => {
  vi.stubGlobal('navigator', {})
  there.noteUnsaved(note, true)
  expect(await here.isUnsavedElsewhere()).toBe(false)
})
