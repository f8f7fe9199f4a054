import { instantAt, type LocalDate, type LocalTime } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { Carer } from '../kit/carer.ts'
import { test as base } from '../kit/seed.ts'

/** The stories of a night are about this evening and this morning. */
export const EVENING: LocalDate = '2025-08-10'
export const MORNING: LocalDate = '2025-08-11'

/** Many people still have no larger phone, so what is in sight on this one is in sight on most. */
export const SMALL_PHONE = { width: 375, height: 667 }

/** Time passes in these stories: the product's clock goes on, and the phone's is set. */
export const test = base.extend({ fixedNow: ['', { scope: 'worker' }] })

/**
 * Sets the phone's clock to a Madrid wall time; what is on screen follows, as when a phone wakes up. A page opened
 * before the clock was first set has to be opened again.
 */
export async function atTime({ page }: Pick<Carer, 'page'>, date: LocalDate, time: LocalTime): Promise<void> {
  await page.clock.setFixedTime(instantAt(date, time, MADRID))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
