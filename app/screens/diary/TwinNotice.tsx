import { formatDuration } from '../../../core/records/durations.ts'
import { startTimeOf } from '../../../core/records/sleep-record.ts'
import type { Twins } from '../../../core/records/twins.ts'
import { keepApart, mergeRecords, separateRecords } from '../../changes/merge.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { twins as words } from '../../words/partner.es.ts'
import { failures, recordTypes } from '../../words/screens.es.ts'
import { rangeText } from '../shared/range-text.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { undoEdit } from '../shared/undo-edit.ts'
import styles from './TwinNotice.module.css'

interface TwinNoticeProps {
  twins: Twins
  /** The sleep in progress. */
  runningId: string | null
  /** It goes away with what it asks: the focus needs another place. */
  onSettled: () => void
}

/** One sleep that both carers logged: one tap makes it one record, another says that it is two. */
export function TwinNotice({ twins, runningId, onSettled }: TwinNoticeProps) {
  const { keep, drop } = twins
  const earlierFirst = [keep, drop].sort((a, b) => ((startTimeOf(a) ?? '') < (startTimeOf(b) ?? '') ? -1 : 1))

  async function merge() {
    const isRunning = keep.id === runningId || drop.id === runningId
    if (await mergeOrSay(twins, isRunning)) onSettled()
  }
  async function leave() {
    if (await saveOrSay(keepApart(twins), failures.updateRecord)) onSettled()
  }

  return (
    <section className={styles.notice} aria-label={words.label}>
      <p className={styles.question}>
        <Icon name="circle-alert" small />
        {words.question(keep.type)}
      </p>
      <p className={`${styles.pair} num`}>
        {words.pair(earlierFirst.map((record) => rangeText(record, record.id === runningId)))}
      </p>
      <div className={styles.choices}>
        <Button variant="quiet" onClick={() => void leave()}>
          {words.apart}
        </Button>
        <Button variant="quiet" onClick={() => void merge()}>
          {words.merge}
        </Button>
      </div>
    </section>
  )
}

async function mergeOrSay(twins: Twins, isRunning: boolean): Promise<boolean> {
  const merging = mergeRecords(twins)
  if (!(await saveOrSay(merging, failures.updateRecord))) return false
  const stored = await merging
  // One of the two went, or moved, while the question stood there.
  if (stored === null) return true
  const merged = stored.edit.after
  showToast({
    title: words.merged,
    detail: words.mergedDetail(
      recordTypes[merged.type].toLowerCase(),
      rangeText(merged, isRunning),
      formatDuration(merged.duration),
    ),
    action: undoEdit(stored.edit, () => separateRecords(stored)),
  })
  return true
}
