import type { RecordWarning } from '../../../core/records/record-warnings.ts'
import { startTimeOf } from '../../../core/records/sleep-record.ts'
import { recordTypes, warnings as words } from '../../words/screens.es.ts'

export function warningText(warning: RecordWarning): string {
  switch (warning.kind) {
    case 'overlap': {
      const { other } = warning
      const range = [startTimeOf(other), other.end_time].filter(Boolean).join(' – ')
      return words.overlap(recordTypes[other.type].toLowerCase(), range)
    }
    case 'long-nap':
      return words.longNap
    case 'short-night':
      return words.shortNight
    case 'future':
      return words.future
  }
}

/** A warning's place in a list. */
export function warningKey(warning: RecordWarning): string {
  return warning.kind === 'overlap' ? warning.other.id : warning.kind
}
