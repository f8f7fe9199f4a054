import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx'
import { familyPage as words } from '../../../words/console/family.es.ts'
import { staffGate } from '../../../words/console/frame.es.ts'
import { hrefOf } from '../../routes/route.ts'
import { looked } from './console-store.ts'
import type { WhyClosed } from './looked-family.ts'
import styles from './Notice.module.css'

/** The server doesn't say how a family stands. */
export function Unheard() {
  return (
    <Notice title={<h1>{words.unheard}</h1>} text={words.unheardText}>
      <Again />
    </Notice>
  )
}

/** The server doesn't say whether a part of a family may be seen: there may be two on the page, under its head. */
export function PartUnheard() {
  return (
    <Notice title={<h2>{words.partUnheard}</h2>} text={words.unheardText}>
      <Again />
    </Notice>
  )
}

function Again() {
  return (
    <Button variant="primary" onClick={looked.again}>
      {words.again}
    </Button>
  )
}

/** The family isn't open to who asks, or no longer is. */
export function Closed({ why }: { why: WhyClosed }) {
  const { title, text } = words.closed[why]
  return (
    <Notice title={<h1>{title}</h1>} text={text}>
      {why === 'no-staff' ? (
        <ButtonLink variant="primary" href="/">
          {staffGate.toDiary}
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" href={hrefOf({ page: 'families' })}>
          {words.toFamilies}
        </ButtonLink>
      )}
    </Notice>
  )
}

function Notice({ title, text, children }: { title: ReactNode; text: string; children: ReactNode }) {
  return (
    <section className={styles.notice} role="alert">
      {title}
      <p>{text}</p>
      {children}
    </section>
  )
}
