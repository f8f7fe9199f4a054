import { useState } from 'react'
import { settings } from '../../device/settings.ts'
import { useSupport } from '../../family/use-support.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { accessRequest as words } from '../../words/carers/support.es.ts'
import { RequestDialog } from './RequestDialog.tsx'
import styles from './Support.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

/** Who asks to see the diary and waits for an answer. */
export function RequestCards() {
  const requests = useSupport()?.requests ?? []
  const [openId, setOpenId] = useState<string | null>(null)
  const place = useKeptFocus<HTMLDivElement>(requests.length)
  return (
    <div ref={place} tabIndex={-1}>
      {requests.map(({ id, name }) => (
        <div key={id} className={styles.card}>
          <p>{words.card(name, settings.brand.provider)}</p>
          <Button variant="quiet" icon="heart-handshake" onClick={() => setOpenId(id)}>
            {words.read}
          </Button>
        </div>
      ))}
      <RequestDialog
        request={requests.find(({ id }) => id === openId) ?? null}
        onClose={() => setOpenId(null)}
      />
    </div>
  )
}
