import { type ReactNode, type Ref, useRef } from 'react'
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx'
import { familyPage as words } from '../../../words/console/family.es.ts'
import { staffGate } from '../../../words/console/frame.es.ts'
import { hrefOf } from '../../routes/route.ts'
import { leadToPage } from '../../shared/lead-to-page.ts'
import { useRetry } from '../../shared/use-retry.ts'
import { looked } from './console-store.ts'
import type { WhyClosed } from './looked-family.ts'
import styles from './Notice.module.css'

/** The server doesn't say how a family stands. */
export function Unheard() {
  const { again, isAsking, said } = useRetry(() => looked.again().then(leadToPage))
  return (
    <Notice title={<h1>{words.unheard}</h1>} text={words.unheardText}>
      <Again isAsking={isAsking} onPress={again} />
      <p role="status">{said}</p>
    </Notice>
  )
}

/**
 * The server doesn't say whether a part of a family may be seen, under its head.
 *
 * @param isBeside another one beside it says the same, and aloud.
 */
export function PartUnheard({ isBeside }: { isBeside: boolean }) {
  const notice = useRef<HTMLElement>(null)
  function again() {
    // The button goes with the notice: the part that it stands for has the focus then.
    notice.current?.parentElement?.focus({ preventScroll: true })
    void looked.again()
  }
  return (
    <Notice ref={notice} isAloud={!isBeside} title={<h2>{words.partUnheard}</h2>} text={words.unheardText}>
      <Again onPress={again} />
    </Notice>
  )
}

function Again({ isAsking = false, onPress }: { isAsking?: boolean; onPress: () => void }) {
  return (
    <Button variant="primary" aria-disabled={isAsking} onClick={onPress}>
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

interface NoticeProps {
  ref?: Ref<HTMLElement>
  isAloud?: boolean
  title: ReactNode
  text: string
  children: ReactNode
}

function Notice({ ref, isAloud = true, title, text, children }: NoticeProps) {
  return (
    <section ref={ref} className={styles.notice} role={isAloud ? 'alert' : undefined}>
      {title}
      <p>{text}</p>
      {children}
    </section>
  )
}
