import { useRef, useState } from 'react'
import { doubtOfEnd, type EndDoubt } from '../../../core/night/nap-into-night.ts'
import { isOpen, type SleepRecord, type SleepType } from '../../../core/records/sleep-record.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { endSleep } from './end-sleep.ts'

/** An end that looks odd, and waits for one tap more. */
export interface AskedEnd {
  record: SleepRecord
  endTime: LocalTime
  doubt: EndDoubt
}

export interface SleepEnd {
  /** Null while nothing is asked. */
  asked: AskedEnd | null
  /** Ends the sleep at once, or asks about an end that looks odd. */
  end: (record: SleepRecord, endTime: LocalTime) => void
  /** Ends what was asked about all the same, as what it is or as the night. */
  confirm: (type?: SleepType) => void
  leave: () => void
}

/**
 * Ends a sleep in one tap; where something is odd about it, in two.
 * @param before what has to be done first, once it is certain; the sleep isn't ended where that answers false.
 * @param beingStored gets all of it, what is done once it has ended too.
 */
export function useSleepEnd(
  onEnded: () => void,
  before: (ended: SleepRecord) => Promise<boolean> = () => Promise.resolve(true),
  beingStored: (work: Promise<void>) => Promise<void> = (work) => work,
): SleepEnd {
  const { records, open, zone } = useBabyData()
  const [waiting, setWaiting] = useState<AskedEnd | null>(null)
  const isStoring = useRef(false)
  // As it is by now. Ended or deleted meanwhile, as on the other phone: there is nothing left to ask.
  const current = waiting && records.find((record) => record.id === waiting.record.id && isOpen(record))
  const asked = waiting && current ? { ...waiting, record: current } : null

  /** A second tap while the first is being stored does nothing. */
  async function store(which: SleepRecord, endTime: LocalTime, type?: SleepType) {
    if (isStoring.current) return
    isStoring.current = true
    await beingStored(endWhole(which, endTime, type))
    isStoring.current = false
  }

  async function endWhole(which: SleepRecord, endTime: LocalTime, type?: SleepType) {
    if ((await before(which)) && (await endSleep(which, endTime, zone, type))) onEnded()
  }

  return {
    asked,
    end(which, endTime) {
      const doubt = doubtOfEnd(which, endTime, records, open, clock.now(), zone)
      if (doubt === null) void store(which, endTime)
      else setWaiting({ record: which, endTime, doubt })
    },
    confirm(type) {
      if (asked === null) return
      void store(asked.record, asked.endTime, type)
      setWaiting(null)
    },
    leave: () => setWaiting(null),
  }
}
