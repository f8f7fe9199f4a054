import { type LocalDate, localDateAt } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { store } from '../../local/phone-store.ts'

/** What day it is by now, which may be another one than when the screens were drawn. */
export function today(): LocalDate {
  return localDateAt(clock.now(), store.data().zone)
}
