import { useMemo } from 'react'
import { startTimeOf } from '../../core/records/sleep-record.ts'
import { localDateAt, unmistakableDay } from '../../core/time/time.ts'
import { forgetLost, type Recovery, recoverLost } from '../changes/changes.ts'
import { useNow } from '../device/use-now.ts'
import { restoredAs } from '../local/restored-record.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { saveOrSay } from '../screens/shared/save-or-say.ts'
import { DeletedElsewhereLine } from '../ui/bars/DeletedElsewhereLine.tsx'
import { showToast, type ToastMessage } from '../ui/overlays/toasts.ts'
import { lostRecord, partner } from '../words/partner.es.ts'
import { failures } from '../words/screens.es.ts'

const RECOVERIES: Record<Recovery, ToastMessage> = {
  recovered: { title: lostRecord.recovered, detail: lostRecord.recoveredDetail },
  changed: { title: partner.changeRecovered, detail: partner.changeRecoveredDetail },
  'was back': { title: partner.wasBack, detail: partner.wasBackDetail },
}

/**
 * Says that a record was deleted elsewhere although it was changed here (delete beats edit), and offers it back: one
 * record at a time, until the carer has seen it.
 */
export function ConnectedDeletedElsewhereLine() {
  const { lost, records, zone } = useBabyData()
  const now = useNow()
  const [record] = lost
  const isBack = useMemo(
    () =>
      record !== undefined && restoredAs(record.id, (id) => records.find((one) => one.id === id)) !== null,
    [record, records],
  )
  if (record === undefined)
    return <DeletedElsewhereLine text={null} onRecover={nothing} onDismiss={nothing} />
  const day = unmistakableDay(record.date, localDateAt(now, zone))

  async function recover() {
    if (record === undefined) return
    const recovery = recoverLost(record)
    if (await saveOrSay(recovery, failures.saveRecord)) showToast(RECOVERIES[await recovery])
  }

  const text = isBack ? partner.cameBack : lostRecord.text
  return (
    <DeletedElsewhereLine
      text={text(record.type, day, startTimeOf(record))}
      onRecover={() => void recover()}
      onDismiss={() => void saveOrSay(forgetLost(record), failures.updateRecord)}
    />
  )
}

function nothing() {}
