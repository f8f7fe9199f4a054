import { type RecordType, sortNewestFirst } from '../../../core/records/sleep-record.ts'
import { isOfOtherApp, type ReadChoices, type SkippedRow } from '../../data-files/file-content.ts'
import { importing } from '../../data-files/words.es.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { common } from '../../words/entrance.es.ts'
import { hourLabel } from '../../words/time-zone.es.ts'
import styles from './sheets.module.css'
import type { Decisions, Preview } from './use-import.ts'

interface ImportPreviewProps {
  preview: Preview
  onChoice: (change: Partial<ReadChoices>) => void
  onDecide: (change: Partial<Decisions>) => void
  onConfirm: () => void
  onClose: () => void
}

const TYPES: readonly [RecordType, string][] = [
  ['siesta', importing.naps],
  ['noche', importing.nights],
  ['despertar', importing.wakeUps],
]
/** Enough to see whether the hours are right. */
const EXAMPLES = 3

/** What a file holds and what importing it would do. */
export function ImportPreview({ preview, onChoice, onDecide, onConfirm, onClose }: ImportPreviewProps) {
  const { content, plan, choices, withBaby, withPlan, withEdits } = preview
  const zones = [
    { value: 'local', label: hourLabel(useTimeZone().name) },
    { value: 'utc', label: importing.zoneUtc },
  ] as const
  const decided = [withBaby, withPlan, withEdits]
  const stored = plan.records.length + plan.moved.length + plan.gone.length
  const hasWork = stored > 0 || decided.includes(true)
  return (
    <>
      <h3 className={styles.heading} tabIndex={-1} ref={focusOnce}>
        {importing.found}
      </h3>
      <p className={styles.source}>{importing.sources[content.source]}</p>
      {content.babies.length > 1 && (
        <div className={styles.question}>
          <Segmented
            legend={importing.whichBaby}
            options={content.babies.map((baby) => ({ value: baby, label: baby }))}
            value={choices.baby ?? content.babies[0] ?? null}
            onChange={(baby) => onChoice({ baby })}
          />
        </div>
      )}
      {content.hasDoubtfulZone && (
        <div className={styles.question}>
          <Segmented
            legend={importing.zone}
            options={zones}
            value={choices.isUtc ? 'utc' : 'local'}
            onChange={(zone) => onChoice({ isUtc: zone === 'utc' })}
          />
          <p>{importing.zoneHint}</p>
        </div>
      )}
      {plan.from !== null && plan.to !== null && <Found plan={plan} from={plan.from} to={plan.to} />}
      <Remarks preview={preview} />
      <Skipped rows={plan.skipped} />
      {withEdits !== null && (
        <Choice
          label={importing.edits(plan.edits.length)}
          checked={withEdits}
          onChange={() => onDecide({ withEdits: !withEdits })}
        />
      )}
      {withBaby !== null && (
        <Choice
          label={importing.baby(content.baby?.name)}
          checked={withBaby}
          onChange={() => onDecide({ withBaby: !withBaby })}
        />
      )}
      {withPlan !== null && (
        <Choice
          label={importing.plan}
          checked={withPlan}
          onChange={() => onDecide({ withPlan: !withPlan })}
        />
      )}
      {decided.every((choice) => choice === null) && !hasWork && <p>{importing.nothingNew}</p>}
      <DialogActions cancel={hasWork ? common.cancel : common.close} onCancel={onClose}>
        <Button variant="primary" onClick={onConfirm} disabled={!hasWork}>
          {importing.confirm(stored + (withEdits === true ? plan.edits.length : 0))}
        </Button>
      </DialogActions>
    </>
  )
}

/** What was chosen is gone: the focus goes where the answer is. */
function focusOnce(heading: HTMLElement | null) {
  heading?.focus()
}

function Found({ plan, from, to }: { plan: Preview['plan']; from: string; to: string }) {
  const examples = sortNewestFirst([...plan.records, ...plan.moved]).slice(0, EXAMPLES)
  return (
    <>
      <dl className={styles.found}>
        {TYPES.map(([type, label]) => (
          <div key={type}>
            <RecordMark type={type} />
            <dt>{label}</dt>
            <dd>{plan.counts[type]}</dd>
          </div>
        ))}
        <div>
          <dt>{importing.dates}</dt>
          <dd>{importing.fromTo(from, to)}</dd>
        </div>
      </dl>
      {examples.length > 0 && (
        <div className={styles.examples}>
          <h4>{importing.examples}</h4>
          <ul>
            {examples.map((record) => (
              <li key={record.id}>{importing.example(record)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Remarks({ preview: { content, plan, isZoneKept } }: { preview: Preview }) {
  return (
    <div className={styles.sheetRemarks}>
      {plan.duplicates > 0 && <div>{importing.duplicates(plan.duplicates)}</div>}
      {plan.moved.length > 0 && <div>{importing.moved(plan.moved.length)}</div>}
      {plan.gone.length > 0 && <div>{importing.gone(plan.gone.length)}</div>}
      {plan.readWakeUps > 0 && <div>{importing.readWakeUps(plan.readWakeUps)}</div>}
      {(content.source === 'huckleberry' || content.source === 'nara') && <div>{importing.guessedTypes}</div>}
      {content.source === 'napper' && <div>{importing.wakings}</div>}
      {isOfOtherApp(content.source) && <div>{importing.notesStay}</div>}
      {isZoneKept && <div>{importing.zoneKept}</div>}
    </div>
  )
}

/** A file of nothing but mistakes is told by a part of them. */
const MOST_REASONS = 40

/** Line by line, those of one reason together. */
function Skipped({ rows }: { rows: readonly SkippedRow[] }) {
  if (rows.length === 0) return null
  const groups = new Map<string, SkippedRow[]>()
  for (const row of rows) {
    const key = `${row.reason} ${row.word}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  const shown = [...groups.values()].slice(0, MOST_REASONS)
  const hidden = rows.length - shown.flat().length
  return (
    <details className={styles.skipped}>
      <summary>{importing.skipped(rows.length)}</summary>
      <ul>
        {shown.map((group) => (
          <li key={group[0]?.row}>{importing.skippedRows(group)}</li>
        ))}
        {hidden > 0 && <li>{importing.moreSkipped(hidden)}</li>}
      </ul>
    </details>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean
  onChange: () => void
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <span>
        {label}
        <small>{importing.replaces}</small>
      </span>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  )
}
