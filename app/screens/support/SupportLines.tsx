import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { useSupport } from '../../family/use-support.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useKeptFocus } from '../../ui/layout/focus.ts'
import { supportLines as words } from '../../words/carers/support.es.ts'
import { ProposalDialog } from './ProposalDialog.tsx'
import type { Tape } from './ProposalReading.tsx'
import { QuestionsDialog } from './QuestionsDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './SupportLines.module.css'

/** What waits for the family, a quiet line each; a tap reads it. Nothing while nothing waits. */
export function SupportLines({ Tape, next }: { Tape: Tape; next: () => HTMLElement | null | undefined }) {
  const support = useSupport()
  const { baby } = useBabyData()
  const [openId, setOpenId] = useState<string | null>(null)
  const close = () => setOpenId(null)
  const requests = support?.requests ?? []
  const proposals = support?.proposals ?? []
  const repliedBy = support?.replies[0]?.replied_by ?? null
  const lines = [
    ...requests.map(({ id, name, open_until }) => {
      const who = requests.length > 1 ? name : settings.brand.provider
      return { id, text: words.request(who, baby?.name ?? null, open_until !== null) }
    }),
    ...proposals.map(({ id, name }) => ({ id, text: words.proposal(name) })),
    ...(repliedBy === null ? [] : [{ id: 'reply', text: words.reply(repliedBy) }]),
  ]
  const request = requests.find(({ id }) => id === openId) ?? null
  const proposal = proposals.find(({ id }) => id === openId) ?? null
  const isReading = openId === 'reply'
  useKeptFocus(lines.length, next, request !== null || proposal !== null || isReading)
  return (
    <>
      {lines.length > 0 && (
        <section className={styles.lines} aria-label={words.label}>
          {lines.map(({ id, text }) => (
            <button key={id} type="button" className={styles.line} onClick={() => setOpenId(id)}>
              <Icon name="heart-handshake" small />
              <span>{text}</span>
              <Icon name="chevron-right" small />
            </button>
          ))}
        </section>
      )}
      <RequestDialog request={request} onClose={close} />
      <ProposalDialog Tape={Tape} proposal={proposal} onClose={close} />
      <QuestionsDialog open={isReading} onClose={close} />
    </>
  )
}
