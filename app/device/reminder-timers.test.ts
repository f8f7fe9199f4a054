import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LATEST_AFTER_MS, startTimers } from './reminder-timers.ts'

const NOW = Date.UTC(2025, 7, 11, 8)
const HOUR_MS = 60 * 60_000

describe('startTimers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    // A spy on a timer that is faked would bring the fake one back in the files that follow in this process.
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('fires at each instant, in the clock of the items', () => {
    const fired: number[] = []
    startTimers([{ at: NOW + 60_000 }, { at: NOW + 120_000 }], NOW, ({ at }) => fired.push(at - NOW))
    vi.advanceTimersByTime(60_000)
    expect(fired).toEqual([60_000])
    vi.advanceTimersByTime(60_000)
    expect(fired).toEqual([60_000, 120_000])
  })

  it('leaves out what is past', () => {
    const fire = vi.fn()
    startTimers([{ at: NOW }, { at: NOW - 1 }], NOW, fire)
    vi.runAllTimers()
    expect(fire).not.toHaveBeenCalled()
  })

  it('clears them all', () => {
    const fire = vi.fn()
    startTimers([{ at: NOW + 1 }, { at: NOW + 2 }], NOW, fire)()
    expect(vi.getTimerCount()).toBe(0)
    vi.runAllTimers()
    expect(fire).not.toHaveBeenCalled()
  })

  it('says once what came due while a phone slept, when it is looked at before its timer wakes', () => {
    const fire = vi.fn()
    const stop = startTimers([{ at: NOW + 1000 }, { at: NOW + HOUR_MS }], NOW, fire)
    vi.setSystemTime(Date.now() + 60_000)
    stop()
    expect(fire.mock.calls).toEqual([[{ at: NOW + 1000 }]])
    stop()
    vi.runAllTimers()
    expect(fire).toHaveBeenCalledOnce()
  })

  it('says what was said once, though they are cleared in its window', () => {
    const fire = vi.fn()
    const stop = startTimers([{ at: NOW + 1000 }], NOW, fire)
    vi.advanceTimersByTime(2000)
    stop()
    expect(fire).toHaveBeenCalledOnce()
  })

  it('comes at its instant in a hidden page, where a timer that a timer sets comes a minute late', () => {
    const fired: number[] = []
    const dueAt = Date.now() + 90_000
    startTimers([{ at: NOW + 90_000 }], NOW, () => fired.push(Date.now() - dueAt))
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => setTimeout(work, ms + 60_000))
    vi.advanceTimersByTime(5 * 60_000)
    expect(fired).toEqual([0])
  })

  it('says nothing when a phone that slept wakes after the window', () => {
    const fire = vi.fn()
    startTimers([{ at: NOW + 1000 }], NOW, fire)
    // The timer stood still while the clock went on.
    vi.setSystemTime(Date.now() + LATEST_AFTER_MS + 1)
    vi.runAllTimers()
    expect(fire).not.toHaveBeenCalled()
  })

  it('comes at its time when the clock was put back meanwhile', () => {
    const fired: number[] = []
    const dueAt = Date.now() + 2 * HOUR_MS
    startTimers([{ at: NOW + 2 * HOUR_MS }], NOW, () => fired.push(Date.now() - dueAt))
    vi.setSystemTime(Date.now() - HOUR_MS)
    vi.advanceTimersByTime(2 * HOUR_MS + 60_000)
    expect(fired).toEqual([])
    vi.runAllTimers()
    expect(fired).toEqual([0])
  })

  it('comes in its window when the clock was put on, or the phone slept, long before it', () => {
    const fired: number[] = []
    const dueAt = Date.now() + 2 * HOUR_MS
    startTimers([{ at: NOW + 2 * HOUR_MS }], NOW, () => fired.push(Date.now() - dueAt))
    vi.setSystemTime(Date.now() + HOUR_MS)
    vi.runAllTimers()
    expect(fired).toEqual([0])
  })

  it('waits also for an instant that lies further ahead than a timer reaches', () => {
    const fire = vi.fn()
    const stop = startTimers([{ at: NOW + HOUR_MS }], NOW, fire)
    vi.setSystemTime(0)
    vi.advanceTimersByTime(2 * HOUR_MS)
    expect(fire).not.toHaveBeenCalled()
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
