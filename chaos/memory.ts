import type { SleepRecord } from '../core/sleep-record.ts'
import type { Twins } from '../core/twins.ts'
import type { Command, DataFile, Outcome, View } from './commands.ts'
import type { PhoneNumber } from './program.ts'

/** What the carers can come back to: what they deleted and merged, and the files that lie about. */
export class Memory {
  readonly files: DataFile[] = []
  private readonly deleted: SleepRecord[] = []
  private readonly merged: { phone: PhoneNumber; twins: Twins }[] = []

  get lastDeleted(): SleepRecord | undefined {
    return this.deleted.at(-1)
  }

  /** A merge is taken back on the phone that made it. */
  lastMerged(phone: PhoneNumber): Twins | undefined {
    return this.merged.findLast((merge) => merge.phone === phone)?.twins
  }

  /** Nobody takes one merge back twice: the offer goes away with the tap. */
  startsOn(phone: PhoneNumber, command: Command): void {
    if (command.do !== 'separate') return
    const at = this.merged.findLastIndex((merge) => merge.phone === phone)
    this.merged.splice(at, 1)
  }

  /** @param before what the page showed. */
  note(phone: PhoneNumber, command: Command, before: View, outcome: Outcome | null): void {
    if (outcome?.kind !== 'stored') return
    if (command.do === 'delete') {
      const record = before.records.find(({ id }) => id === command.id)
      if (record !== undefined) this.deleted.push(record)
    } else if (outcome.merged !== undefined) {
      const { kept, was } = outcome.merged
      this.merged.push({ phone, twins: { keep: kept, drop: was } })
    } else if (command.do === 'import' && !this.files.includes(command.file)) this.files.push(command.file)
  }
}
