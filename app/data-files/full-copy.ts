import * as v from 'valibot'
import type { BabyInfo } from '../../core/baby/age.ts'
import { babyZone } from '../../core/baby/baby-zone.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { type FileResult, type FoundRow, NO_CONTENT, type SkippedRow, unusable } from './file-content.ts'
import { inBlocks } from './in-blocks.ts'
import { checkBaby, checkPlan, checkRecord, uuidIn } from './stored-values.ts'
import { columns } from './words.es.ts'

/*
 * Everything of an account in one JSON file that can be imported again. Dates and times are as stored: 'YYYY-MM-DD' and
 * 'HH:mm' in `time_zone`. Whoever changes what a field means must raise the version and still read the older ones.
 */
const FORMAT = 'baby-sleep-diary'
const VERSION = 1

interface Everything {
  baby: BabyInfo
  plan: SleepPlan
  records: readonly SleepRecord[]
  /** What the server keeps of the account; no import takes it. Null: it wasn't to be had. */
  account?: object | null
}

/** @param createdBy the product's name. @param on the calendar day. */
export function writeFullCopy(
  { baby, plan, records, account = null }: Everything,
  createdBy: string,
  on: LocalDate,
): string {
  const { id: _babyId, user_id: _owner, ...babyValues } = baby
  const { id: _planId, user_id: _planOwner, ...planValues } = plan
  const copy = {
    format: FORMAT,
    version: VERSION,
    created_by: createdBy,
    created_on: on,
    time_zone: babyZone(baby).name,
    baby: babyValues,
    plan: planValues,
    records: records.map(({ user_id: _recordOwner, ...record }) => record),
    account,
  }
  return `${JSON.stringify(copy, null, 1)}\n`
}

const head = v.object({ format: v.picklist([FORMAT]), version: v.number() })
const body = v.object({
  baby: v.nullish(v.unknown(), null),
  plan: v.nullish(v.unknown(), null),
  records: v.array(v.unknown()),
})

export async function readFullCopy(text: string): Promise<FileResult> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (!json.success) return unusable('broken')
  const known = v.safeParse(head, json.output)
  if (!known.success) return unusable('unknown')
  if (known.output.version > VERSION) return unusable('newer-version')
  const parsed = v.safeParse(body, json.output)
  if (!parsed.success) return unusable('broken')
  const { baby, plan, records } = parsed.output
  const rows: FoundRow[] = []
  const skipped: SkippedRow[] = []
  await inBlocks(records, (raw, index) => {
    const row = index + 1
    const checked = checkRecord(raw)
    if ('record' in checked) rows.push({ row, id: idOf(raw), record: checked.record })
    else skipped.push({ row, reason: 'bad-value', word: columns.records[checked.field] })
  })
  return {
    kind: 'read',
    content: {
      ...NO_CONTENT,
      source: 'copy',
      rows,
      skipped,
      baby: baby === null ? null : checkBaby(baby),
      plan: plan === null ? null : checkPlan(plan),
    },
  }
}

function idOf(raw: unknown): string | null {
  const parsed = v.safeParse(v.object({ id: v.string() }), raw)
  return parsed.success ? uuidIn(parsed.output.id) : null
}
