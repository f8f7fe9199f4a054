import type { RecordType } from '../../../core/records/sleep-record.ts'

const SYMBOL: Record<RecordType, string> = { siesta: '#m-nap', noche: '#m-night', despertar: '#m-wake' }

/** The sign of a record type: disc for a nap, crescent for the night, rising sun for a wake-up. */
export function RecordMark({ type }: { type: RecordType }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <use href={SYMBOL[type]} />
    </svg>
  )
}
