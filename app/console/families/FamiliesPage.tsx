import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useIsInSight } from '../../device/panel-visibility.ts'
import { useNow } from '../../device/use-now.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { asking, families as words } from '../../words/console/families.es.ts'
import type { Staff } from '../staff/staff-role.ts'
import { AskDialog } from './asking/AskDialog.tsx'
import { ClosedFamilies } from './asking/ClosedFamilies.tsx'
import { UnsentOfClosed } from './asking/UnsentOfClosed.tsx'
import styles from './Families.module.css'
import { FamilyRows } from './FamilyRows.tsx'
import type { FamilyList } from './family-list.ts'
import { keptList } from './kept-list.ts'
import { ListTools } from './ListTools.tsx'
import type { ListSnapshot } from './list-snapshot.ts'
import { OpenRequests } from './OpenRequests.tsx'

/** The families that have let the consultant in, and what was asked of others. */
export function FamiliesPage({ staff }: { staff: Staff }) {
  const list = keptList(staff.accountId)
  const shown = useSyncExternalStore(list.subscribe, list.snapshot)
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useLiveList(list)
  return (
    <>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        <div className={styles.ask}>
          <Button
            variant={shown.total === 0 ? 'primary' : 'quiet'}
            icon="plus"
            onClick={() => setAsking(true)}
          >
            {asking.open}
          </Button>
        </div>
      </div>
      <p className={styles.trouble} role="status">
        {shown.trouble !== null && words[shown.trouble]}
      </p>
      {shown.ids === null ? (
        shown.trouble === null && <Spinner label={words.asking} />
      ) : (
        <>
          <OpenRequests
            requests={shown.requests}
            accountId={staff.accountId}
            onChanged={() => list.refresh()}
            pageHeading={heading}
          />
          <UnsentOfClosed
            accountId={staff.accountId}
            isListed={(familyId) => list.entry(familyId) !== null}
          />
          <ClosedFamilies closed={shown.closed} />
          {shown.total === 0 ? <NoFamily shown={shown} /> : <List list={list} shown={shown} />}
        </>
      )}
      <AskDialog
        open={isAsking}
        staff={staff}
        familyOf={(email) => list.familyOf(email)}
        onAsked={() => list.refresh()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function NoFamily({ shown }: { shown: ListSnapshot }) {
  return (
    <div className={styles.none}>
      <h2>{words.none}</h2>
      <p>{shown.requests.length > 0 ? words.noneWaiting : words.noneText}</p>
    </div>
  )
}

function List({ list, shown }: { list: FamilyList; shown: ListSnapshot }) {
  const now = useNow()
  const ids = useDeferredValue(shown.ids ?? [])
  return (
    <>
      <ListTools list={list} shown={shown} />
      {shown.ids?.length === 0 ? (
        <p className={styles.text}>{words.notFound(shown.query)}</p>
      ) : (
        <FamilyRows list={list} ids={ids} now={now} />
      )}
    </>
  )
}

/** Keeps the list as the server has it while the page is in sight, and asks at once when somebody comes back to it. */
function useLiveList(list: FamilyList): void {
  const inSight = useIsInSight()
  useEffect(() => {
    if (!inSight) return
    const ending = new AbortController()
    const refresh = () => list.refresh()
    void list.live(ending.signal)
    addEventListener('focus', refresh)
    return () => {
      ending.abort()
      removeEventListener('focus', refresh)
    }
  }, [list, inSight])
}
