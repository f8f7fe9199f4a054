import { instantAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { test as base } from '../kit/drawn/drawn-story.ts'
import { EVENING } from './clock.ts'

/** Time passes in these stories: the phone's clock is set before the app is opened, and set again. */
export const test = base.extend({
  fixedNow: '',
  context: async ({ context }, handOver) => {
    await context.clock.setFixedTime(instantAt(EVENING, '12:00', MADRID))
    await handOver(context)
  },
})
