import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { useSupport } from '../../family/use-support.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useKeptFocus } from '../../ui/layout/focus.ts'
import { accessRequest as words } from '../../words/carers/support.es.ts'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './Support.module.css'

/**
 * Who asks to see the diary and waits for an answer.
 * @param next takes the focus when one of them has gone.
 */
export function RequestCards({ next }: { next: () => HTMLElement | null | undefined }) {
  const requests = useSupport()?.requests ?? []
  const [openId, setOpenId] = useState<string | null>(null)
  const open = requests.find(({ id }) => id === openId) ?? null
  useKeptFocus(requests.length, next, open !== null)
  return (
    <>
      {requests.map(({ id, name, open_until }) => (
        <div key={id} className={styles.card}>
          <p>{words.card(name, settings.brand.provider, open_until !== null)}</p>
          <Button
            variant="quiet"
            icon="heart-handshake"
            aria-label={words.readOf(name)}
            onClick={() => setOpenId(id)}
          >
            {words.read}
          </Button>
        </div>
      ))}
      <RequestDialog request={open} onClose={() => setOpenId(null)} />
    </>
  )
}
