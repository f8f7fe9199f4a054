import { type ReactNode, useId } from 'react'
import { useNow } from '../../device/use-now.ts'
import { isIn } from '../../family/person-in.ts'
import type { Family, Invitation, Person } from '../../family/remote-families.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { dayText, lastSeenText, untilText, carers as words } from '../../words/carers/carers.es.ts'
import styles from './Carers.module.css'
import { type GuestPerson, isGuest } from './guest-person.ts'

interface AccessListsProps {
  family: Family
  /** The account whose access is being ended; null: none. */
  endingId: string | null
  onPerson: (person: GuestPerson) => void
  /** Called for a professional, whose access ends at once. */
  onEnd: (person: Person) => void
  onWithdraw: (invitation: Invitation) => void
}

/** Who is in, and the invitations that nobody has used yet. */
export function AccessLists({ family, endingId, onPerson, onEnd, onWithdraw }: AccessListsProps) {
  const now = useNow()
  const zone = useTimeZone()
  const day = (instant: string) => dayText(instant, now, zone)
  const people = family.people.filter((person) => isIn(person, now))
  const { invitations } = family
  if (people.length === 0 && invitations.length === 0) return <p className={styles.text}>{words.nobody}</p>
  return (
    <div className={styles.lists}>
      {people.length > 0 && (
        <ul aria-label={words.people}>
          {people.map((person) => (
            <Row
              key={person.account_id}
              name={person.name}
              lines={[
                [words.role(person.role), until(person.until) ?? words.since(day(person.granted_at))],
                [lastSeenText(person.last_seen_at, now, zone)],
                ...(person.email ? [[person.email]] : []),
              ]}
            >
              {isGuest(person) ? (
                <TextButton aria-label={words.changeOf(person.name)} onClick={() => onPerson(person)}>
                  {words.change}
                </TextButton>
              ) : (
                <EndButton
                  name={person.name}
                  isEnding={endingId === person.account_id}
                  onEnd={() => onEnd(person)}
                />
              )}
            </Row>
          ))}
        </ul>
      )}
      {invitations.length > 0 && (
        <div>
          <h3 className={styles.heading}>{words.invitations}</h3>
          <ul aria-label={words.invitations}>
            {invitations.map((invitation) => (
              <Row
                key={invitation.id}
                name={invitation.name}
                lines={[[words.role(invitation.role), words.expires(day(invitation.expires_at))]]}
              >
                <TextButton
                  aria-label={words.withdrawOf(invitation.name)}
                  onClick={() => onWithdraw(invitation)}
                >
                  {words.withdraw}
                </TextButton>
              </Row>
            ))}
          </ul>
        </div>
      )}
    </div>
  )

  function until(instant: string | null): string | null {
    return instant === null ? null : words.until(untilText(instant, now, zone))
  }
}

function EndButton({ name, isEnding, onEnd }: { name: string; isEnding: boolean; onEnd: () => void }) {
  return (
    <TextButton
      aria-label={isEnding ? undefined : words.endOf(name)}
      aria-disabled={isEnding}
      onClick={() => !isEnding && onEnd()}
    >
      {isEnding ? words.ending : words.end}
    </TextButton>
  )
}

interface RowProps {
  name: string
  /** Each of parts that stand beside each other. */
  lines: readonly (readonly string[])[]
  /** The button. */
  children: ReactNode
}

function Row({ name, lines, children }: RowProps) {
  const id = useId()
  return (
    <li className={styles.row} aria-labelledby={`${id}-name`}>
      <div>
        <p id={`${id}-name`} className={styles.name}>
          {name}
        </p>
        {lines.map((parts) => (
          <p key={parts.join('')} className={`hint num ${styles.line}`}>
            {parts.join(' · ')}
          </p>
        ))}
      </div>
      {children}
    </li>
  )
}
