import type { Locator } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { type Family, sleep, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'

/** Logs a wake-up and six naps, more than fit on the screen. */
export const livesADay = (family: Family) =>
  family.logs(
    wakeUp(TODAY, '06:00'),
    ...[7, 8, 9, 10, 11, 12].map((hour) =>
      sleep('siesta', TODAY, `${String(hour).padStart(2, '0')}:00`, `${String(hour).padStart(2, '0')}:30`),
    ),
  )

/** Logs a nap as the other phone would; it comes above the others. */
export const newNap = (family: Family) => family.logs(sleep('siesta', TODAY, '15:00', '15:30'))

/** Measures in a frame that is seen: the browser puts the page back where it was only with the next one. */
export async function topOf(target: Locator): Promise<number> {
  await atRest(target.page())
  const box = await target.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen')
  return Math.round(box.y)
}
