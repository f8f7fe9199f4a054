import { localDateAt } from '../../../core/time.ts'
import { common } from '../../copy.es.ts'
import { exporting, fileNames } from '../../copy-data-files.es.ts'
import { clock } from '../../data/clock.ts'
import type { Image } from '../../data/image.ts'
import { settings } from '../../data/settings.ts'
import { wholeCopy } from '../../data/store.ts'
import { useBabyData } from '../../data/use-baby-data.ts'
import { writeFullCopy } from '../../data-files/full-copy.ts'
import { writeBabyTable, writePlanTable, writeRecordsTable } from '../../data-files/own-tables.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type NewFile, saveFile } from './save-file.ts'
import styles from './sheets.module.css'

type Part = keyof typeof fileNames

/** Everything as the phone knows it, with or without a network and with what waits to be sent. */
export function ExportSheet({ onClose }: { onClose: () => void }) {
  const { records } = useBabyData()
  return (
    <Dialog open title={exporting.title} onClose={onClose}>
      <p>{exporting.text(records.length)}</p>
      <Button variant="primary" onClick={() => void save('copy')} autoFocus>
        {exporting.copy}
      </Button>
      <p className={styles.hint}>{exporting.copyHint}</p>
      <h3 className={styles.heading}>{exporting.tables}</h3>
      <div className={styles.three}>
        <Button variant="quiet" onClick={() => void save('records')}>
          {exporting.records}
        </Button>
        <Button variant="quiet" onClick={() => void save('plan')}>
          {exporting.plan}
        </Button>
        <Button variant="quiet" onClick={() => void save('baby')}>
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

async function save(part: Part): Promise<void> {
  try {
    const { image } = await wholeCopy()
    const file = fileOf(part, image)
    if ((await saveFile(file)) === 'saved') showToast({ title: exporting.done, detail: file.name })
  } catch (reason) {
    console.warn(reason)
    showToast({ title: common.error, detail: exporting.failed, tone: 'failure' })
  }
}

function fileOf(part: Part, { baby, plan, records }: Image): NewFile {
  // The section stands below the form of both.
  if (baby === null || plan === null) throw new Error('Nothing to export yet')
  const today = localDateAt(clock.now())
  const name = `${slug(settings.brand.product)}-${fileNames[part]}-${today}`
  if (part === 'copy') {
    const text = writeFullCopy({ baby, plan, records }, settings.brand.product, today)
    return { name: `${name}.json`, text, type: 'application/json' }
  }
  const write = {
    records: () => writeRecordsTable(records),
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
