import { memo, useSyncExternalStore } from 'react'
import { families as words } from '../../words/console/families.es.ts'
import { hrefOf } from '../routes/route.ts'
import { Reasons } from '../shared/Reasons.tsx'
import type { ConsultedFamily } from './consulted.ts'
import styles from './FamilyRow.module.css'
import { FortnightLine } from './FortnightLine.tsx'
import type { FamilyList } from './family-list.ts'
import { type Entry, nameOf, reasonsOf, zoneOf } from './rows.ts'

interface FamilyRowProps {
  list: FamilyList
  id: string
  /** From 1: not all rows are drawn, so each says where it stands. */
  place: number
  total: number
  now: number
}

/** One family of the list; the whole row leads to it. */
export const FamilyRow = memo(function FamilyRow({ list, id, place, total, now }: FamilyRowProps) {
  const entry = useSyncExternalStore(list.subscribe, () => list.entry(id))
  if (entry === null) return null
  return (
    <li className={styles.row} aria-posinset={place} aria-setsize={total}>
      <Who family={entry.family} now={now} />
      <Until family={entry.family} now={now} />
      <Log entry={entry} now={now} />
      <Attention entry={entry} now={now} />
    </li>
  )
})

function Who({ family, now }: { family: ConsultedFamily; now: number }) {
  const name = nameOf(family)
  const owner = [family.owner_name, family.email === name ? null : family.email].filter(Boolean).join(' · ')
  return (
    <div className={styles.who}>
      <a className={styles.name} href={hrefOf({ page: 'family', familyId: family.family_id, part: 'diary' })}>
        {name}
      </a>
      <span className={styles.age}>{words.age(family.birth_date, now, zoneOf(family))}</span>
      {owner !== '' && <span className={styles.owner}>{owner}</span>}
    </div>
  )
}

function Until({ family, now }: { family: ConsultedFamily; now: number }) {
  const { support, trial_ends_at: trial } = family
  return (
    <div className={styles.until}>
      {support && <span>{words.support(support.starts_on, support.ends_on, now)}</span>}
      {trial !== null && <span>{words.trial(trial, now)}</span>}
      {support === null && trial === null && <span>{words.noSupport}</span>}
      <span>{words.access(family.until, now)}</span>
    </div>
  )
}

function Log({ entry: { family, overview }, now }: { entry: Entry; now: number }) {
  return (
    <div className={styles.log}>
      <span className={styles.last}>
        <span className={styles.lastLabel}>{words.lastEntry}</span>{' '}
        {overview === null ? words.unread : words.lastEntryAt(overview.lastEntryAt, now, zoneOf(family))}
      </span>
      <FortnightLine days={overview?.days ?? null} />
    </div>
  )
}

function Attention({ entry, now }: { entry: Entry; now: number }) {
  const reasons = reasonsOf(entry, now)
  if (reasons.length === 0) {
    return <p className={styles.calm}>{entry.overview === null ? '' : words.noReason}</p>
  }
  return <Reasons reasons={reasons} lastEntryAt={entry.overview?.lastEntryAt ?? null} now={now} />
}
