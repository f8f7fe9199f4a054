import { useEffect, useState } from 'react'
import { type InstallWay, rememberHint, useInstallWay, wasHinted } from '../../device/install.ts'
import { settings } from '../../device/settings.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { install } from '../../words/screens.es.ts'
import styles from './Hint.module.css'

/**
 * Tells below the day's records, once on each phone, that the app can live on the home screen.
 * @param onSettled is called when the hint goes away. Its button goes with it, so the focus needs another place.
 */
export function InstallHint({ onSettled }: { onSettled: () => void }) {
  const way = useInstallWay()
  const [isOver, setOver] = useState(wasHinted)
  if (isOver || way === null) return null

  function settle() {
    setOver(true)
    onSettled()
  }
  return <Hint way={way} onOver={settle} />
}

function Hint({ way, onOver }: { way: InstallWay; onOver: () => void }) {
  useEffect(rememberHint, [])
  return (
    <section className={styles.hint} aria-label={install.title(settings.brand.product)}>
      <h2>{install.title(settings.brand.product)}</h2>
      {way.kind === 'ask' ? (
        <p>{install.text}</p>
      ) : (
        <p>
          {install.shareFirst} <Icon name="share" small /> {install.thenAdd}
        </p>
      )}
      <div className={styles.answers}>
        <Button variant="quiet" onClick={onOver}>
          {way.kind === 'ask' ? install.notNow : install.understood}
        </Button>
        {way.kind === 'ask' && (
          <Button
            variant="quiet"
            onClick={() => {
              void way.ask()
              onOver()
            }}
          >
            {install.install}
          </Button>
        )}
      </div>
    </section>
  )
}
