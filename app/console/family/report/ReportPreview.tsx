import type { ReactNode } from 'react'
import { ageOn, ageText, type BabyInfo, knownBirthDate } from '../../../../core/baby/age.ts'
import { localDateAt, longDate, periodLabel } from '../../../../core/time/time.ts'
import type { ComparedReport, SupportDays } from '../../../../core/week/support-report.ts'
import { settings } from '../../../device/settings.ts'
import { useTimeZone } from '../../../local/use-baby-data.ts'
import head from '../../../screens/printed-diary/DiaryHead.module.css'
import sheet from '../../../screens/printed-diary/DiarySheets.module.css'
import { PaperPreview } from '../../../screens/printed-diary/PaperPreview.tsx'
import { Sheet } from '../../../screens/printed-diary/Sheet.tsx'
import { Logo } from '../../../ui/icons/Logo.tsx'
import { report as words } from '../../../words/console/family.es.ts'
import { paper } from '../../../words/printed-diary.es.ts'
import type { Staff } from '../../staff/staff-role.ts'
import { InWords } from './InWords.tsx'
import styles from './ReportPreview.module.css'
import { ReportTable } from './ReportTable.tsx'

interface ReportPreviewProps {
  staff: Staff
  baby: BabyInfo
  days: SupportDays
  compared: ComparedReport
  /** What was changed of the plan. */
  changes: ReactNode
  /** Epoch milliseconds. */
  now: number
  onClose: () => void
}

/** The report on one sheet, which the family gets at the end. */
export function ReportPreview({ staff, baby, days, compared, changes, now, onClose }: ReportPreviewProps) {
  const zone = useTimeZone()
  const { against, earlier, last } = compared
  const { product, provider } = settings.brand
  const printed = paper.printedOn(longDate(localDateAt(now, zone)))
  return (
    <PaperPreview
      name={words.preview}
      back={words.back}
      documentTitle={words.documentTitle(baby.name)}
      onClose={onClose}
    >
      <div className={sheet.sheets}>
        <Sheet
          footer={
            <footer className={sheet.footer}>
              <p>{words.reading}</p>
              <p>{[product, provider, printed].join(' · ')}</p>
            </footer>
          }
        >
          <Head staff={staff} baby={baby} days={days} until={last.to} />
          <div className={styles.body}>
            <InWords compared={compared} />
            <p>
              {words.why[against](periodLabel(earlier.from, earlier.to))}{' '}
              {words.lastWere(periodLabel(last.from, last.to))}
            </p>
            <ReportTable compared={compared} />
            {changes}
          </div>
          <section className={sheet.own}>
            <h3>{words.notes}</h3>
          </section>
        </Sheet>
      </div>
    </PaperPreview>
  )
}

interface HeadProps extends Pick<ReportPreviewProps, 'staff' | 'baby' | 'days'> {
  until: string
}

function Head({ staff, baby, days, until }: HeadProps) {
  const { product, provider, logos } = settings.brand
  const birthDate = knownBirthDate(baby)
  return (
    <header className={head.head}>
      <div className={head.who}>
        <div>
          <p className={head.kind}>{words.kind}</p>
          <h2>{baby.name}</h2>
          {birthDate !== null && <p className={head.age}>{ageText(ageOn(birthDate, until))}</p>}
        </div>
        <div className={head.brand}>
          <Logo product={product} logos={logos} className={head.logo} />
          <p>{provider}</p>
          <p>{words.by(staff.name)}</p>
          <p className={head.period}>{periodLabel(days.startsOn, days.endsOn)}</p>
        </div>
      </div>
    </header>
  )
}
