import { afterAll, beforeAll } from 'vitest'
import { page } from 'vitest/browser'

const [WIDTH, HEIGHT] = [390, 844]

/** The tests of this file, or group, are drawn on a screen of so many CSS pixels; those after them as usual. */
export function onScreenOf(width: number, height: number): void {
  beforeAll(() => page.viewport(width, height))
  afterAll(() => page.viewport(WIDTH, HEIGHT))
}
