import { useEffect, useId, useState } from 'react'
import { localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { clock } from '../device/clock.ts'
import { saveFile } from '../device/save-file.ts'
import { settings } from '../device/settings.ts'
import { wasLeftHere } from '../family/access.ts'
import type { LeftFamily } from '../family/families.ts'
import { useKnownFamilies, usePlace } from '../family/use-families.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { ConfirmDialog, Dialog } from '../ui/overlays/Dialog.tsx'
import { showToast } from '../ui/overlays/toasts.ts'
import { common } from '../words/entrance.es.ts'
import { leftDiary as words } from '../words/left-diary.es.ts'
import { dropLeft, emptyLeftDiaries, noteForgottenDiaries, unsentCopy } from './left-family.ts'
import styles from './SignOutDialog.module.css'

/** Takes what is left of other families' diaries off this phone, and asks what becomes of changes it hadn't sent. */
export function LeftDiaries() {
  const known = useKnownFamilies()
  const left = known?.left ?? []
  const accountId = usePlace()?.accountId ?? null
  const isForgottenDue = known?.mayHoldForgotten ?? false
  useEffect(() => {
    if (accountId !== null && isForgottenDue) noteForgottenDiaries(accountId).catch(console.warn)
  }, [accountId, isForgottenDue])
  const due = left
    .filter(({ unsent }) => unsent === null)
    .map(({ family_id }) => family_id)
    .join(' ')
  useEffect(() => {
    if (accountId !== null && due !== '')
      void emptyLeftDiaries(accountId).then((families) => families.forEach(sayGone))
  }, [accountId, due])
  const family = left.find(({ unsent }) => unsent !== null)
  if (family === undefined || accountId === null) return null
  return <UnsentDialog key={family.family_id} accountId={accountId} family={family} />
}

function UnsentDialog({ accountId, family }: { accountId: string; family: LeftFamily }) {
  const textId = useId()
  const [isAsking, setAsking] = useState(false)
  const [isSaved, setSaved] = useState(false)

  async function save() {
    try {
      const today = localDateAt(clock.now(), MADRID)
      const text = await unsentCopy(accountId, family.family_id, settings.brand.product, today)
      const name = `${words.fileName}-${today}.json`
      if ((await saveFile({ name, text, type: 'application/json' })) !== 'saved') return
      // A browser that asks where to save doesn't tell whether it could: only the person knows that the file is there.
      setSaved(true)
      showToast({ title: words.saved, detail: name })
    } catch (reason) {
      console.warn(reason)
      showToast({ title: common.error, detail: words.failed, tone: 'failure' })
    }
  }

  function drop() {
    setAsking(false)
    dropLeft(accountId, family.family_id).catch((reason: unknown) => {
      console.warn(reason)
      showToast({ title: common.error, detail: words.notDropped, tone: 'failure' })
    })
  }

  return (
    <>
      {/* It can't be put off: the rest of the diary is gone, and nobody would come upon these changes. */}
      <Dialog open alert title={titleOf(family)} describedBy={textId} onClose={() => undefined}>
        {isSaved ? (
          <div key="saved">
            <p id={textId}>{words.checkFile}</p>
            <div className={styles.choices}>
              <Button variant="primary" onClick={drop}>
                {words.dropSaved}
              </Button>
              {/* Who presses twice saves twice, and drops nothing. */}
              <Button variant="quiet" autoFocus onClick={() => void save()}>
                {words.saveAgain}
              </Button>
            </div>
          </div>
        ) : (
          <div key="asked">
            <p id={textId}>{words.unsent(family.unsent ?? 0)}</p>
            <div className={styles.choices}>
              <Button variant="primary" onClick={() => void save()}>
                {words.save}
              </Button>
              <Button variant="quiet" onClick={() => setAsking(true)}>
                {words.drop}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        title={words.dropTitle}
        text={words.dropText(family.unsent ?? 0)}
        confirm={words.dropSure}
        danger
        onConfirm={drop}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function sayGone(family: LeftFamily): void {
  showToast({ title: titleOf(family), detail: words.emptied })
}

function titleOf({ family_id, baby_name }: LeftFamily): string {
  return wasLeftHere(family_id) ? words.leftTitle(baby_name) : words.title(baby_name)
}
