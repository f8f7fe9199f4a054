import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { families as words } from '../../words/console/families.es.ts'
import styles from './Families.module.css'
import type { FamilyList } from './family-list.ts'
import type { ListSnapshot } from './list-snapshot.ts'
import { ORDERS } from './rows.ts'

/** Search and order over the list, how much of it is known, and what its drawings mean. */
export function ListTools({ list, shown }: { list: FamilyList; shown: ListSnapshot }) {
  const found = shown.ids?.length ?? 0
  return (
    <div className={styles.tools}>
      <search className={styles.search}>
        <TextField
          label={words.search}
          placeholder={words.searchHint}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={shown.query}
          onChange={(event) => list.search(event.target.value)}
        />
      </search>
      <div className={styles.order}>
        <SelectField
          label={words.order}
          hint=""
          value={shown.order}
          disabled={false}
          onChange={(chosen) => list.orderBy(ORDERS.find((order) => order === chosen) ?? 'attention')}
        >
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {words.orders[order]}
            </option>
          ))}
        </SelectField>
      </div>
      <p className={styles.count} role="status">
        {words.count(found, shown.total)}
      </p>
      {shown.read < shown.total && (
        <div className={styles.reading}>
          <progress
            max={shown.total}
            value={shown.read}
            aria-label={words.reading(shown.read, shown.total)}
          />
          <span aria-hidden="true">{words.reading(shown.read, shown.total)}</span>
        </div>
      )}
      <p className={styles.key} aria-hidden="true">
        <b className={styles.keyName}>{words.key}</b>
        {words.keyParts.map(([status, name]) => (
          <span key={status} className={styles[status]}>
            <svg viewBox="0 0 9 9" aria-hidden="true">
              <path d={KEY[status]} />
            </svg>
            {name}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The signs of the fortnight's line, by themselves. */
const KEY = {
  under: 'M0.5 2h8L4.5 8z',
  over: 'M0.5 7h8L4.5 1z',
  unknown: 'M1.5 1.5h6v6h-6z',
} as const
