import { instantAt, type LocalDate, type LocalTime } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { ahead } from '../../words/night.es.ts'

/** Says of a time that it is still to come. It is stored all the same. */
export function TimeAhead({ date, time }: { date: LocalDate; time: LocalTime }) {
  const zone = useTimeZone()
  const now = useNow()
  const isAhead = time !== '' && instantAt(date, time, zone) > now
  return (
    <div role="status" className={isAhead ? 'hint' : 'sr'}>
      {isAhead && ahead.notYet}
    </div>
  )
}
