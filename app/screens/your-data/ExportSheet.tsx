import { useState } from 'react'
import { babyZone } from '../../../core/baby/baby-zone.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { readAccountData } from '../../account/account-data.ts'
import { writeFullCopy } from '../../data-files/full-copy.ts'
import { writeBabyTable, writePlanTable, writeRecordsTable } from '../../data-files/own-tables.ts'
import { exporting, fileNames } from '../../data-files/words.es.ts'
import { clock } from '../../device/clock.ts'
import { type NewFile, saveFile } from '../../device/save-file.ts'
import { settings } from '../../device/settings.ts'
import { knownFamilies } from '../../family/families.ts'
import { loggerOf } from '../../family/logger.ts'
import { place } from '../../family/use-families.ts'
import { store } from '../../local/phone-store.ts'
import type { RowCache } from '../../local/row-cache.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { storedSession } from '../../session/stored-session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { useOneAtATime } from '../shared/use-one-at-a-time.ts'
import styles from './sheets.module.css'

type Part = keyof typeof fileNames

/** Everything as the phone knows it, with or without a network and with what waits to be sent. */
export function ExportSheet({ onClose }: { onClose: () => void }) {
  const { records, missing } = useBabyData()
  const [busy, oneAtATime] = useOneAtATime()
  // It is asked for beforehand, because a browser shares a file only just after the press; the toast says if it lacks.
  const [account, setAccount] = useState(accountOrNull)

  function press(part: Part) {
    void oneAtATime(() => {
      if (part !== 'copy') return save(part)
      // What couldn't be had before may be there by now.
      const asked = account.then((told) => told ?? accountOrNull())
      setAccount(asked)
      return save(part, asked)
    })
  }

  return (
    <Dialog open title={exporting.title} onClose={onClose}>
      <p>
        {missing === null ? exporting.whole(records.length) : exporting.missing[missing]} {exporting.careful}
      </p>
      <Button variant="primary" aria-disabled={busy} onClick={() => press('copy')} autoFocus>
        {exporting.copy}
      </Button>
      <p className={styles.hint}>{exporting.copyHint}</p>
      <h3 className={styles.heading}>{exporting.tables}</h3>
      <div className={styles.three}>
        <Button variant="quiet" aria-disabled={busy} onClick={() => press('records')}>
          {exporting.records}
        </Button>
        <Button variant="quiet" aria-disabled={busy} onClick={() => press('plan')}>
          {exporting.plan}
        </Button>
        <Button variant="quiet" aria-disabled={busy} onClick={() => press('baby')}>
          {exporting.baby}
        </Button>
      </div>
      <div className={styles.last}>
        <Button variant="quiet" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  )
}

const accountOrNull = () => readAccountData().catch(() => null)

/** How long the account's part may keep the rest waiting. */
const ACCOUNT_WITHIN_MS = 3_000

async function save(part: Part, account: Promise<object | null> = Promise.resolve(null)): Promise<void> {
  try {
    const { cache } = await store.wholeReplica()
    const late = new Promise<null>((resolve) => setTimeout(resolve, ACCOUNT_WITHIN_MS, null))
    const told = await Promise.race([account, late])
    const file = fileOf(part, cache, told)
    if ((await saveFile(file)) !== 'saved') return
    const isPartial = part === 'copy' && told === null
    showToast({
      title: exporting.done,
      detail: isPartial ? exporting.withoutAccount(file.name, navigator.onLine) : file.name,
    })
  } catch (reason) {
    console.warn(reason)
    showToast({ title: common.error, detail: exporting.failed, tone: 'failure' })
  }
}

function fileOf(part: Part, { baby, plan, records }: RowCache, account: object | null): NewFile {
  // The section stands below the form of both.
  if (baby === null || plan === null) throw new Error('Nothing to export yet')
  const zone = babyZone(baby)
  const today = localDateAt(clock.now(), zone)
  const name = `${slug(settings.brand.product)}-${fileNames[part]}-${today}`
  const families = knownFamilies(storedSession()?.userId ?? '')
  const loggedBy = (record: SleepRecord) => {
    const logger = loggerOf(record, place(), families)
    return logger && (logger.name ?? exporting.family)
  }
  if (part === 'copy') {
    const text = writeFullCopy({ baby, plan, records, loggedBy, account }, settings.brand.product, today)
    return { name: `${name}.json`, text, type: 'application/json' }
  }
  const write = {
    records: () => writeRecordsTable(records, zone, loggedBy),
    plan: () => writePlanTable(plan),
    baby: () => writeBabyTable(baby),
  }
  return { name: `${name}.csv`, text: write[part](), type: 'text/csv' }
}

/** Letters and digits that every system takes in the name of a file. */
function slug(text: string): string {
  const plain = text.normalize('NFD').toLowerCase()
  return plain.replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z0-9]+/g, '-')
}
