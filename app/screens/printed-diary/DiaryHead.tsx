import type { ReactNode } from 'react'
import { ageOn, ageText, type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import { type LocalDate, longDate, periodLabel } from '../../../core/time/time.ts'
import type { SleepDiary } from '../../../core/week/sleep-diary.ts'
import { settings } from '../../device/settings.ts'
import { Logo } from '../../ui/icons/Logo.tsx'
import { DurationText } from '../../ui/records/DurationText.tsx'
import { paper } from '../../words/printed-diary.es.ts'
import { week as words } from '../../words/screens.es.ts'
import styles from './DiaryHead.module.css'

/** In characters: more don't fit on a line in the large size. */
const LONG_NAME = 24

/** Whose diary it is, of when, and its numbers at a glance. */
export function DiaryHead({ diary, baby, today }: { diary: SleepDiary; baby: BabyInfo; today: LocalDate }) {
  const { product, provider, logos } = settings.brand
  const birthDate = knownBirthDate(baby)
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <div>
          <p className={styles.kind}>{paper.kind}</p>
          <h2 className={baby.name.length > LONG_NAME ? styles.long : undefined}>{baby.name}</h2>
          {birthDate !== null && (
            <p className={styles.age}>
              {ageText(ageOn(birthDate, diary.to < today ? diary.to : today))} ·{' '}
              {paper.born(longDate(birthDate))}
            </p>
          )}
        </div>
        <div className={styles.brand}>
          <Logo product={product} logos={logos} className={styles.logo} />
          <p>{provider}</p>
          <p className={styles.period}>{periodLabel(diary.from, diary.to)}</p>
        </div>
      </div>
      <Figures diary={diary} />
    </header>
  )
}

function Figures({ diary: { averages, wakeUp, bedtime } }: { diary: SleepDiary }) {
  return (
    <dl className={styles.figures}>
      <Figure name={paper.average} detail={averages && paper.meanOf(averages.days)}>
        {averages && <DurationText minutes={averages.totalMin} size="inline" />}
      </Figure>
      <Figure name={paper.night} detail={averages && paper.onAverage}>
        {averages && <DurationText minutes={averages.nightMin} size="inline" />}
      </Figure>
      <Figure name={words.naps} detail={averages && paper.napsADay(averages.napCount)}>
        {averages && <DurationText minutes={averages.napMin} size="inline" />}
      </Figure>
      <Figure name={paper.nightWakings} detail={averages && paper.aDay}>
        {averages && paper.count(averages.wakings)}
      </Figure>
      <Figure name={paper.wakeUp} detail={wakeUp && paper.onAverage}>
        {wakeUp}
      </Figure>
      <Figure name={paper.bedtime} detail={bedtime && paper.onAverage}>
        {bedtime}
      </Figure>
    </dl>
  )
}

function Figure({ name, detail, children }: { name: string; detail: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b className="num">{children ?? paper.nothing}</b>
        {detail && <small>{detail}</small>}
      </dd>
    </div>
  )
}
