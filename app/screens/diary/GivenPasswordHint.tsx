import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../account/use-account.ts'
import { hintPutOffAt, isHintResting, putHintOff } from '../../device/given-password.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { givenPassword as words } from '../../words/account.es.ts'
import { PasswordDialog } from '../account/PasswordDialog.tsx'
import styles from './Hint.module.css'

interface GivenPasswordHintProps {
  /** Whether the diary has room for a hint now. */
  hasRoom: boolean
  now: number
  /** It goes away with the button that was pressed: the focus needs another place. */
  onSettled: () => void
}

/** Below the day's records, for whose password was chosen by whoever runs the server (decision 043). */
export function GivenPasswordHint({ hasRoom, now, onSettled }: GivenPasswordHintProps) {
  const account = useAccount()
  const [putOffAt, setPutOffAt] = useState(hintPutOffAt)
  const [isChoosing, setChoosing] = useState(false)
  const isWanted = account?.isPasswordGiven === true && hasRoom && !isHintResting(putOffAt, now)
  // What is typed into the dialog isn't lost to a nap that begins elsewhere, nor to the mark that goes as it is saved.
  if (account === null || !(isWanted || isChoosing)) return null

  function putOff() {
    putHintOff(now)
    setPutOffAt(now)
    onSettled()
  }

  function saved() {
    // As long as the dialog is open nothing outside of it takes the focus.
    flushSync(() => setChoosing(false))
    onSettled()
  }

  return (
    <section className={styles.hint} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <div className={styles.answers}>
        <Button variant="quiet" onClick={putOff}>
          {words.notNow}
        </Button>
        <Button variant="quiet" onClick={() => setChoosing(true)}>
          {words.choose}
        </Button>
      </div>
      <PasswordDialog
        open={isChoosing}
        title={words.dialog}
        email={account.email}
        onClose={() => setChoosing(false)}
        onSaved={saved}
      />
    </section>
  )
}
