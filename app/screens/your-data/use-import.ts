import { useRef, useState } from 'react'
import { withZoneOfHere } from '../../../core/baby/baby-zone.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import type { TimeZone } from '../../../core/time/time.ts'
import { importEdits, importOwn, importRecords, knownRecords } from '../../changes/imports.ts'
import type { FileContent, FileProblem, FoundBaby, ReadChoices } from '../../data-files/file-content.ts'
import type { FileEdit } from '../../data-files/file-edits.ts'
import { type ImportPlan, planImport } from '../../data-files/import-plan.ts'
import { MAX_FILE_BYTES, readFile } from '../../data-files/read-file.ts'
import { clock } from '../../device/clock.ts'
import { sameRow } from '../../local/outbox.ts'
import { store } from '../../local/phone-store.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'

/** A file that was read, and what importing it would do. */
export interface Preview {
  bytes: ArrayBuffer
  choices: ReadChoices
  content: FileContent
  /** The file read by the other answer, where it is asked whose hours it tells. */
  misread: FileContent | null
  plan: ImportPlan
  /** Whether the file's baby and plan take the place of the present ones; null: there is nothing to decide. */
  withBaby: boolean | null
  withPlan: boolean | null
  /** Whether what the file says otherwise of what the diary has takes its place; null: it says the same. */
  withEdits: boolean | null
  /** Whether the file's clock isn't taken, because a sleep runs. */
  isZoneKept: boolean
}

/** What somebody decides before anything is stored. */
export type Decisions = Pick<Preview, 'withBaby' | 'withPlan' | 'withEdits'>

export type ImportState =
  | { phase: 'choose' }
  | { phase: 'reading' }
  | { phase: 'unusable'; problem: FileProblem | 'diary-unread' }
  | { phase: 'preview'; preview: Preview }
  | { phase: 'importing'; stored: number; of: number }
  | { phase: 'over'; outcome: 'done' | 'cancelled' | 'failed'; stored: number; of: number }

const AS_IT_STANDS: ReadChoices = { baby: null, isUtc: false }

/** An import from the file to the last record. Until it is confirmed nothing changes. */
export function useImport() {
  const zone = useTimeZone()
  const [state, setState] = useState<ImportState>({ phase: 'choose' })
  useUnsavedInput(state.phase === 'importing')
  const cancelling = useRef(new AbortController())
  /** How the file is to be read, and how often that was said: only the last reading counts. */
  const asked = useRef({ choices: AS_IT_STANDS, times: 0 })

  async function choose(file: File) {
    setState({ phase: 'reading' })
    if (file.size > MAX_FILE_BYTES) return setState({ phase: 'unusable', problem: 'too-large' })
    await show(
      AS_IT_STANDS,
      openedOf(() => file.arrayBuffer(), AS_IT_STANDS, zone),
    )
  }

  function reread({ bytes }: Preview, change: Partial<ReadChoices>) {
    const choices = { ...asked.current.choices, ...change }
    // Another baby's rows may be in the diary by the other answer.
    const read = change.baby === undefined ? previewOf : openedOf
    return show(
      choices,
      read(() => bytes, choices, zone),
    )
  }

  async function show(choices: ReadChoices, reading: Promise<ImportState>) {
    const times = asked.current.times + 1
    asked.current = { choices, times }
    const next = await reading
    if (asked.current.times !== times) return
    if (next.phase === 'preview') asked.current.choices = next.preview.choices
    setState(next)
  }

  async function confirm({ content, misread, withBaby, withPlan, withEdits, isZoneKept }: Preview) {
    cancelling.current = new AbortController()
    asked.current.times += 1
    const { signal } = cancelling.current
    let [stored, of] = [0, 0]
    setState({ phase: 'importing', stored, of })
    try {
      // Ahead of the records: a sleep that runs in the file itself goes by the file's clock.
      const baby = withBaby ? babyToTake(content, isZoneKept || isAsleep()) : null
      // The diary may have moved on while the preview stood.
      const known = await knownRecords()
      const { records, edits, moved, gone } = await planImport(content, known, zone, misread)
      const removals = gone.map(({ id }) => ({ id, patch: null }))
      // Ahead of the nights: once these are moved, nothing tells any more that their wake-ups were misread.
      const taken = [...removals, ...moved.map(moveOf), ...(withEdits === true ? edits : [])]
      of = records.length + taken.length
      const onStored = (count: number) => {
        stored += count
        setState({ phase: 'importing', stored, of })
      }
      await importRecords(known.diary, records, signal, onStored)
      await importEdits(known.diary, taken, signal, onStored)
      const isCancelled = stored < of || signal.aborted
      // Last of all: an import that is cancelled takes nothing of what there is away.
      if (!isCancelled) await importOwn(known.diary, baby, withPlan ? content.plan : null)
      setState({ phase: 'over', outcome: isCancelled ? 'cancelled' : 'done', stored, of })
    } catch (reason) {
      console.warn(reason)
      setState({ phase: 'over', outcome: 'failed', stored, of })
    }
  }

  return {
    state,
    choose: (file: File) => void choose(file),
    reread: (preview: Preview, change: Partial<ReadChoices>) => void reread(preview, change),
    decide: (preview: Preview, change: Partial<Decisions>) =>
      setState({ phase: 'preview', preview: { ...preview, ...change } }),
    confirm: (preview: Preview) => void confirm(preview),
    cancel: () => cancelling.current.abort(),
  }
}

/** The answer that a file opens with is the one by which the diary has it: chosen again, it moves nothing. */
async function openedOf(
  bytesOf: () => Promise<ArrayBuffer> | ArrayBuffer,
  choices: ReadChoices,
  zone: TimeZone,
): Promise<ImportState> {
  const first = await previewOf(bytesOf, choices, zone)
  if (first.phase !== 'preview' || first.preview.plan.moved.length === 0) return first
  const { bytes, plan } = first.preview
  const other = await previewOf(() => bytes, { ...choices, isUtc: !choices.isUtc }, zone)
  return other.phase === 'preview' && other.preview.plan.moved.length < plan.moved.length ? other : first
}

async function previewOf(
  bytesOf: () => Promise<ArrayBuffer> | ArrayBuffer,
  choices: ReadChoices,
  zone: TimeZone,
): Promise<ImportState> {
  try {
    const bytes = await bytesOf()
    const result = await readFile(new Uint8Array(bytes), choices, zone)
    if (result.kind === 'unusable') return { phase: 'unusable', problem: result.problem }
    const { content } = result
    const known = await knownRecords().catch(console.warn)
    if (known === undefined) return { phase: 'unusable', problem: 'diary-unread' }
    const other =
      content.hasDoubtfulZone && known.records.length > 0
        ? await readFile(new Uint8Array(bytes), { ...choices, isUtc: !choices.isUtc }, zone)
        : null
    const misread = other?.kind === 'read' ? other.content : null
    const plan = await planImport(content, known, zone, misread)
    const withEdits = plan.edits.length > 0 ? false : null
    const read = { bytes, choices, content, misread, plan, withEdits }
    return { phase: 'preview', preview: { ...read, ...defaults(content) } }
  } catch (reason) {
    // The file was moved, or its storage is gone.
    console.warn(reason)
    return { phase: 'unusable', problem: 'broken' }
  }
}

/** Only the hours of it: what else is said of the record meanwhile stays. */
function moveOf({ id, type, date, start_time, time, end_time, duration }: SleepRecord): FileEdit {
  return { id, patch: { type, date, start_time, time, end_time, duration } }
}

/** In an empty diary everything is wanted; else what is there stays, unless the file holds nothing but that. */
function defaults(content: FileContent): Pick<Preview, 'withBaby' | 'withPlan' | 'isZoneKept'> {
  const { source, plan } = content
  const baby = babyToTake(content, isAsleep())
  const now = store.data()
  const isWanted = now.records.length === 0 || source === 'baby' || source === 'plan'
  const isNewBaby = baby !== null && now.baby !== null && !sameRow<FoundBaby>(now.baby, baby)
  const isNewPlan = plan !== null && now.plan !== null && !sameRow<object>(now.plan, plan)
  return {
    withBaby: isNewBaby ? isWanted : null,
    withPlan: isNewPlan ? isWanted : null,
    isZoneKept: isZoneKept(content),
  }
}

/** What the file says of the baby and may say by now. */
function babyToTake({ baby }: FileContent, isZoneKept: boolean): FoundBaby | null {
  return baby && withZoneOfHere(baby, store.data().baby, isZoneKept)
}

/** Whether the file names another clock, which isn't taken because a sleep runs. */
function isZoneKept({ baby }: FileContent): boolean {
  const { baby: here, zone } = store.data()
  const found = baby && withZoneOfHere(baby, here, false).time_zone
  return isAsleep() && typeof found === 'string' && found !== zone.name
}

function isAsleep(): boolean {
  const { records, open, zone } = store.data()
  return findRunningRecord(records, clock.now(), zone, open) !== null
}
