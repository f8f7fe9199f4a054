import type { ReactNode } from 'react'
import { addDays, type LocalDate, localDateAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { clock } from '../../../device/clock.ts'
import { settings } from '../../../device/settings.ts'
import { dayText } from '../../../words/carers/carers.es.ts'
import {
  hoursText,
  professionalSees,
  accessRequest as read,
  windowText,
} from '../../../words/carers/support.es.ts'
import { asking as words } from '../../../words/console/families.es.ts'
import type { Asking } from '../../requests/remote-asking.ts'
import styles from './AskDialog.module.css'

/** How long the access goes on after the support, which the database decides. */
const DAYS_AFTER_SUPPORT = 30

/** What the family will read, in the words of its own app, which names the baby. */
export function AskPreview({ name, asking }: { name: string; asking: Omit<Asking, 'email'> }) {
  const { purpose, starts_on, ends_on, hours } = asking
  const window = windowText(starts_on, ends_on, localDateAt(clock.now(), MADRID))
  return (
    <section className={styles.preview}>
      <h3>{words.preview}</h3>
      <p className={styles.title}>{read.title(name, null, false)}</p>
      <p>{read.who(settings.brand.provider)}</p>
      <blockquote>{purpose}</blockquote>
      <dl>
        <Term name={professionalSees.sees}>{professionalSees.seesText(null)}</Term>
        <Term name={professionalSees.never}>{professionalSees.neverText}</Term>
        <Term name={read.until}>{read.untilText(lastDayText(ends_on))}</Term>
        <Term name={read.support}>{[window, hoursText(hours)].join(' ').trim()}</Term>
        <Term name={read.yours}>{read.yoursText}</Term>
      </dl>
    </section>
  )
}

function lastDayText(ends_on: LocalDate): string {
  return dayText(`${addDays(ends_on, DAYS_AFTER_SUPPORT)}T12:00:00Z`, clock.now(), MADRID)
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
