import { type ReactNode, useEffect } from 'react'
import { OnlyLooks } from '../../family/use-families.ts'
import { StoreContext, useBabyData } from '../../local/use-baby-data.ts'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { familyPage as words } from '../../words/console/family.es.ts'
import type { ConsultedFamily } from '../families/consulted.ts'
import { ConsoleFaultBoundary } from '../frame/ConsoleFaultBoundary.tsx'
import type { FamilyPart } from '../routes/route.ts'
import type { Staff } from '../staff/staff-role.ts'
import { SupportPart } from '../support/SupportPart.tsx'
import { DiaryPart } from './DiaryPart.tsx'
import { FamilyHead } from './FamilyHead.tsx'
import styles from './FamilyPage.module.css'
import { looked, store, sync, useLooked } from './look/console-store.ts'
import { Looked } from './look/Looked.tsx'
import { Closed, Unheard } from './look/Notice.tsx'
import { PlanPart } from './plan/PlanPart.tsx'
import { ReportPart } from './report/ReportPart.tsx'
import { UnsentTexts } from './UnsentTexts.tsx'
import { WeekPart } from './WeekPart.tsx'

/** A proposal begins with the family's plan. */
const PLAN = ['plan'] as const

interface FamilyPageProps {
  staff: Staff
  familyId: string
  part: FamilyPart
}

/** One family, as the app shows it to who may change nothing, and what is done for it. */
export function FamilyPage({ staff, familyId, part }: FamilyPageProps) {
  const state = useLooked()
  const { accountId } = staff
  useEffect(() => {
    sync.start()
    looked.open(accountId, familyId)
    return looked.leave
  }, [accountId, familyId])

  if (state.kind === 'unheard') return <Unheard />
  if (state.kind === 'closed') {
    return (
      <>
        <Closed why={state.why} />
        <UnsentTexts why={state.why} accountId={accountId} familyId={familyId} />
      </>
    )
  }
  // The family that was on this page before is left only after this one was drawn.
  if (state.kind !== 'open' || state.family.family_id !== familyId) return <Spinner label={words.opening} />
  return (
    <StoreContext value={store}>
      <OnlyLooks value>
        <div className={styles.family}>
          <FamilyHead family={state.family} part={part} />
          <Trouble />
          {/* What can't be drawn of a family leaves its other parts, and what is typed there. */}
          <ConsoleFaultBoundary key={part}>
            <Part staff={staff} family={state.family} part={part} />
          </ConsoleFaultBoundary>
        </div>
      </OnlyLooks>
    </StoreContext>
  )
}

/** Whether what is on screen may be old. */
function Trouble() {
  const { loadFailed, sync } = useBabyData()
  if (!loadFailed && sync.online) return null
  return (
    <p className={styles.trouble} role="status">
      {loadFailed ? words.loadFailed : words.offline}
    </p>
  )
}

function Part({ staff, family, part }: { staff: Staff; family: ConsultedFamily; part: FamilyPart }) {
  switch (part) {
    case 'diary':
      return <DiaryPart />
    case 'week':
      return <WeekPart />
    case 'plan':
      return (
        <Region part={part}>
          <PlanPart accountId={staff.accountId} familyId={family.family_id} />
        </Region>
      )
    case 'support':
      return (
        <Region part={part}>
          <Looked looks={PLAN}>
            <SupportPart staff={staff} family={family} onDates={looked.setSupport} />
          </Looked>
        </Region>
      )
    case 'report':
      return (
        <Region part={part}>
          <ReportPart staff={staff} family={family} />
        </Region>
      )
  }
}

/** Can have the focus itself, when the button that asked for it once more has gone. */
function Region({ part, children }: { part: FamilyPart; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={words.part[part]} tabIndex={-1}>
      {children}
    </section>
  )
}
