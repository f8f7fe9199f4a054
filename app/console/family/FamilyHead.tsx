import { ageOn, ageText } from '../../../core/baby/age.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { untilText } from '../../words/carers/carers.es.ts'
import { familyPage as words } from '../../words/console/family.es.ts'
import type { ConsultedFamily } from '../families/consulted.ts'
import { nameOf, zoneOf } from '../families/rows.ts'
import { FAMILY_PARTS, type FamilyPart, hrefOf } from '../routes/route.ts'
import { Reasons } from '../shared/Reasons.tsx'
import styles from './FamilyHead.module.css'
import { useAttention } from './use-attention.ts'

/** Whose family it is, until when it is open, and the ways to its parts. */
export function FamilyHead({ family, part }: { family: ConsultedFamily; part: FamilyPart }) {
  const { family_id, birth_date, until, support, open_questions } = family
  const { now, ...attention } = useAttention(family)
  const today = localDateAt(now, zoneOf(family))
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h1>{nameOf(family)}</h1>
        <p>{birth_date === null ? words.ageUnknown : ageText(ageOn(birth_date, today))}</p>
      </div>
      <dl className={styles.facts}>
        <Fact name={words.account} text={words.of(family.owner_name, family.email)} />
        <Fact name={words.access} text={words.until(untilText(until, now, MADRID))} />
        <Fact
          name={words.support}
          text={support === null ? words.noSupport : words.supportDays(support.starts_on, support.ends_on)}
        />
      </dl>
      {attention.reasons.length > 0 && <Reasons {...attention} now={now} />}
      <nav className={styles.parts} aria-label={words.parts}>
        {FAMILY_PARTS.map((one) => (
          <a
            key={one}
            href={hrefOf({ page: 'family', familyId: family_id, part: one })}
            aria-current={one === part ? 'page' : undefined}
          >
            {words.part[one]}
            {one === 'support' && open_questions > 0 && (
              <>
                <i className={styles.mark} />
                <span className="sr">{words.openQuestions(open_questions)}</span>
              </>
            )}
          </a>
        ))}
      </nav>
    </header>
  )
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
