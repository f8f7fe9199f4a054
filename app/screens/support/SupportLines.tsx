import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { useSupport } from '../../family/use-support.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { supportLines as words } from '../../words/carers/support.es.ts'
import { ProposalDialog } from './ProposalDialog.tsx'
import type { Tape } from './ProposalReading.tsx'
import { QuestionsDialog } from './QuestionsDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './SupportLines.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

/** What waits for the family, a quiet line each; a tap reads it. Nothing while nothing waits. */
export function SupportLines({ Tape }: { Tape: Tape }) {
  const support = useSupport()
  const { baby } = useBabyData()
  const [openId, setOpenId] = useState<string | null>(null)
  const close = () => setOpenId(null)
  const requests = support?.requests ?? []
  const proposals = support?.proposals ?? []
  const [reply] = support?.replies ?? []
  const lines = [
    ...requests.map(({ id }) => ({ id, text: words.request(settings.brand.provider, baby?.name ?? null) })),
    ...proposals.map(({ id, name }) => ({ id, text: words.proposal(name) })),
    ...(reply === undefined ? [] : [{ id: 'reply', text: words.reply(reply.replied_by) }]),
  ]
  const place = useKeptFocus<HTMLDivElement>(lines.length)
  return (
    <div ref={place} tabIndex={-1}>
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
      <RequestDialog request={requests.find(({ id }) => id === openId) ?? null} onClose={close} />
      <ProposalDialog
        Tape={Tape}
        proposal={proposals.find(({ id }) => id === openId) ?? null}
        onClose={close}
      />
      <QuestionsDialog open={openId === 'reply'} onClose={close} />
    </div>
  )
}
