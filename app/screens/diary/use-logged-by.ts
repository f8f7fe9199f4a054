import { useCallback } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { loggerOf } from '../../family/logger.ts'
import { useKnownFamilies, usePlace } from '../../family/use-families.ts'
import { loggedBy } from '../../words/partner.es.ts'

/** Says who logged a record; null where one person alone logs. */
export function useLoggedBy(): (record: SleepRecord) => string | null {
  const [place, known] = [usePlace(), useKnownFamilies()]
  return useCallback(
    (record) => {
      const logger = loggerOf(record, place, known)
      return logger && loggedBy(logger)
    },
    [place, known],
  )
}
