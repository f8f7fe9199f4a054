import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx'
import { familyPage as words } from '../../../words/console/family.es.ts'
import { hrefOf } from '../../routes/route.ts'
import { looked } from './console-store.ts'
import styles from './Notice.module.css'

/** The server doesn't say how a family stands. */
export function Unheard() {
  return (
    <Notice title={words.unheard} text={words.unheardText}>
      <Button variant="primary" onClick={looked.again}>
        {words.again}
      </Button>
    </Notice>
  )
}

/** The family isn't open to who asks, or no longer is. */
export function Closed({ wasOpen }: { wasOpen: boolean }) {
  return (
    <Notice
      title={wasOpen ? words.closed : words.notOpen}
      text={wasOpen ? words.closedText : words.notOpenText}
    >
      <ButtonLink variant="primary" href={hrefOf({ page: 'families' })}>
        {words.toFamilies}
      </ButtonLink>
    </Notice>
  )
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.notice} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  )
}
