import { startTimeOf } from '../core/sleep-record.ts'
import { dayHeading, localDateAt } from '../core/time.ts'
import { failures, lostRecord } from './copy.es.ts'
import { forgetLost, recoverLost } from './data/changes.ts'
import { clock } from './data/clock.ts'
import { useBabyData } from './data/use-baby-data.ts'
import { saveOrSay } from './screens/save-or-say.ts'
import { LostLine } from './ui/LostLine.tsx'
import { showToast } from './ui/toasts.ts'

/** Delete beats edit, and here it says so: one record at a time, until the carer has seen it. */
export function ConnectedLostLine() {
  const [record] = useBabyData().lost
  if (record === undefined) return <LostLine text={null} onRecover={nothing} onDismiss={nothing} />
  const day = dayHeading(record.date, localDateAt(clock.now()))

  async function recover() {
    if (record === undefined || !(await saveOrSay(recoverLost(record), failures.saveRecord))) return
    showToast({ title: lostRecord.recovered, detail: lostRecord.recoveredDetail })
  }

  return (
    <LostLine
      text={lostRecord.text(record.type, day, startTimeOf(record))}
      onRecover={() => void recover()}
      onDismiss={() => void saveOrSay(forgetLost(record), failures.updateRecord)}
    />
  )
}

function nothing() {}
