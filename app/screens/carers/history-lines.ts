import { localDateAt, type TimeZone } from '../../../core/time/time.ts'
import type { AccessEvent } from '../../family/remote-families.ts'

/** A line of the history: one event, or all that somebody looked at on one day. */
export type HistoryLine =
  /** `before`: what somebody was called whose name was changed; null: it wasn't. */
  | { kind: 'event'; event: AccessEvent; before: string | null }
  | { kind: 'views'; at: string; name: string; parts: string[] }

/** Makes lines of events, both the latest first. Views of a day stand where the latest of them was. */
export function historyLines(events: readonly AccessEvent[], zone: TimeZone): HistoryLine[] {
  const views = new Map<string, HistoryLine & { kind: 'views' }>()
  return events.flatMap((event, index): HistoryLine[] => {
    const { at, name, account_id, part } = event
    if (part === null) return [{ kind: 'event', event, before: nameBefore(event, events.slice(index + 1)) }]
    const key = `${account_id} ${localDateAt(Date.parse(at), zone)}`
    const known = views.get(key)
    if (known !== undefined) {
      known.parts.push(part)
      return []
    }
    const line = { kind: 'views' as const, at, name, parts: [part] }
    views.set(key, line)
    return [line]
  })
}

function nameBefore({ event, account_id, name }: AccessEvent, older: readonly AccessEvent[]): string | null {
  const last = event === 'changed' && older.find((other) => other.account_id === account_id)
  return last && last.name !== name ? last.name : null
}
