import * as v from 'valibot'
import { type BabyInfo, DEFAULT_BABY_NAME } from '../../core/baby/age.ts'
import { babyZone } from '../../core/baby/baby-zone.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import {
  type FileResult,
  type FoundBaby,
  type FoundRow,
  NO_CONTENT,
  type SkippedRow,
  unusable,
} from './file-content.ts'
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
  /** Null where the file is of some records alone, as is the plan. */
  baby: BabyInfo | null
  plan: SleepPlan | null
  records: readonly SleepRecord[]
  /** What was deleted, and the family may still have: it is read by people, and no import takes it. */
  deleted?: readonly SleepRecord[]
  /** The name of who logged a record; null: it isn't known, or there is one person alone. */
  loggedBy?: (record: SleepRecord) => string | null
  /** What the server keeps of the account; no import takes it. Null: it wasn't to be had. */
  account?: object | null
}

/** @param createdBy the product's name. @param on the calendar day. */
export function writeFullCopy(
  { baby, plan, records, deleted, loggedBy, account = null }: Everything,
  createdBy: string,
  on: LocalDate,
): string {
  const told = (record: SleepRecord) => {
    const { user_id: _owner, logged_by: _logger, ...values } = record
    const name = loggedBy?.(record) ?? null
    return name === null ? values : { ...values, logged_by: name }
  }
  const copy = {
    format: FORMAT,
    version: VERSION,
    created_by: createdBy,
    created_on: on,
    time_zone: babyZone(baby).name,
    baby: baby && withoutOwner(baby),
    plan: plan && withoutOwner(plan),
    records: records.map(told),
    ...(deleted && { deleted: deleted.map(told) }),
    account,
  }
  return `${JSON.stringify(copy, null, 1)}\n`
}

/** A family has one such row, whose id says nothing. */
function withoutOwner<Row extends { id: string; user_id: string }>({
  id: _id,
  user_id: _owner,
  ...values
}: Row) {
  return values
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
      baby: toldOf(checkBaby(baby)),
      plan: plan === null ? null : checkPlan(plan),
    },
  }
}

/**
 * What somebody had told of the baby when the copy was made. A name and a birth date that were still those of a new
 * account say nothing, and must not take the place of what was told since.
 */
function toldOf(baby: FoundBaby | null): FoundBaby | null {
  if (baby === null) return null
  const { name, birth_date, birth_date_known, ...zone } = baby
  const told: FoundBaby = { ...zone }
  if (name !== undefined && name !== DEFAULT_BABY_NAME) told.name = name
  if (birth_date !== undefined && birth_date_known === true) {
    told.birth_date = birth_date
    told.birth_date_known = true
  }
  return Object.keys(told).length === 0 ? null : told
}

function idOf(raw: unknown): string | null {
  const parsed = v.safeParse(v.object({ id: v.string() }), raw)
  return parsed.success ? uuidIn(parsed.output.id) : null
}
