import { useMemo, useState } from 'react'
import { periodLabel } from '../../../../core/time/time.ts'
import { type SupportReport, supportReport } from '../../../../core/week/support-report.ts'
import { useNow } from '../../../device/use-now.ts'
import { type BabyData, useBabyData } from '../../../local/use-baby-data.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { report as words } from '../../../words/console/family.es.ts'
import type { ConsultedFamily } from '../../families/consulted.ts'
import { usePlanHistory } from '../../plans/use-plan-history.ts'
import { hrefOf } from '../../routes/route.ts'
import type { Staff } from '../../staff/staff-role.ts'
import { Looked } from '../look/Looked.tsx'
import type { Look } from '../look/looked-family.ts'
import { InWords } from './InWords.tsx'
import { PlanChanges } from './PlanChanges.tsx'
import styles from './ReportPart.module.css'
import { ReportPreview } from './ReportPreview.tsx'
import { ReportTable } from './ReportTable.tsx'

const REPORT: readonly Look[] = ['report']

/** What the sheet has room for, with lines left to write on. */
const MOST_CHANGES_ON_PAPER = 6

interface ReportPartProps {
  staff: Staff
  family: ConsultedFamily
}

/** How the baby slept before the support, and how at its end. */
export function ReportPart(props: ReportPartProps) {
  return (
    <Looked looks={REPORT}>
      <Report {...props} />
    </Looked>
  )
}

function Report({ staff, family }: ReportPartProps) {
  const data = useBabyData()
  const { support, family_id: familyId } = family
  return (
    <section className={styles.report}>
      <h2>{words.title}</h2>
      {support === null ? (
        <p>
          {words.noSupport}{' '}
          <a href={hrefOf({ page: 'family', familyId, part: 'support' })}>{words.toSupport}</a>
        </p>
      ) : data.missing === null ? (
        <OfSupport staff={staff} familyId={familyId} support={support} data={data} />
      ) : (
        <p className="hint">{words.whole}</p>
      )}
    </section>
  )
}

interface OfSupportProps {
  staff: Staff
  familyId: string
  support: NonNullable<ConsultedFamily['support']>
  data: BabyData
}

function OfSupport({ staff, familyId, support, data }: OfSupportProps) {
  const { baby, plan, records, zone } = data
  const now = useNow()
  const [isPreviewed, setPreviewed] = useState(false)
  const days = useMemo(
    () => ({ startsOn: support.starts_on, endsOn: support.ends_on }),
    [support.starts_on, support.ends_on],
  )
  const compared = useMemo(() => supportReport(records, days, now, zone), [records, days, now, zone])
  const { history, again } = usePlanHistory(staff.accountId, familyId, plan)
  const period = <p className={styles.when}>{words.during(days.startsOn, days.endsOn)}</p>
  if (compared.kind !== 'compared') {
    return (
      <>
        {period}
        <p>{whyNot(compared)}</p>
      </>
    )
  }
  const { against, earlier, last } = compared
  // Paper doesn't say later what was still being read.
  const isPrintable = typeof history !== 'string'
  return (
    <>
      {period}
      <div className={styles.columns}>
        <div>
          <InWords compared={compared} />
          <p className={styles.hint}>
            {words.why[against](periodLabel(earlier.from, earlier.to))}{' '}
            {words.lastWere(periodLabel(last.from, last.to))}
          </p>
          <PlanChanges history={history} again={again} {...days} />
          {baby !== null && (
            <div className={styles.print}>
              <Button
                variant="primary"
                aria-disabled={!isPrintable}
                onClick={() => setPreviewed(isPrintable)}
              >
                {words.print}
              </Button>
            </div>
          )}
        </div>
        <div>
          <ReportTable compared={compared} />
          <p className={styles.hint}>{words.reading}</p>
          {last.figures.stretch.usual === null && <p className={styles.hint}>{words.noStretch}</p>}
        </div>
      </div>
      {isPreviewed && baby !== null && (
        <ReportPreview
          staff={staff}
          baby={baby}
          days={days}
          compared={compared}
          changes={<PlanChanges history={history} {...days} most={MOST_CHANGES_ON_PAPER} />}
          now={now}
          onClose={() => setPreviewed(false)}
        />
      )}
    </>
  )
}

function whyNot(report: Exclude<SupportReport, { kind: 'compared' }>): string {
  switch (report.kind) {
    case 'early':
      return words.early[report.against](report.comparableOn)
    case 'short':
      return words.short
    case 'few':
      return words.few(report.side, report.known)
  }
}
