import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Twins } from '../../core/records/twins.ts'
import type { Command, DataFile, Outcome, View } from './commands.ts'
import type { PhoneNumber } from './program.ts'

/** The carers can come back to what they deleted, merged and rebuilt, and to the files that lie about. */
export class Memory {
  readonly files: DataFile[] = []
  private readonly deleted: SleepRecord[] = []
  private built: readonly string[] | undefined
  private readonly merged: { phone: PhoneNumber; twins: Twins }[] = []

  get lastDeleted(): SleepRecord | undefined {
    return this.deleted.at(-1)
  }

  /** Returns the ids of the day that was rebuilt last. */
  get lastBuilt(): readonly string[] | undefined {
    return this.built
  }

  /** Returns the last merge of this phone, because only the phone that made a merge offers to take it back. */
  lastMerged(phone: PhoneNumber): Twins | undefined {
    return this.merged.findLast((merge) => merge.phone === phone)?.twins
  }

  /** Forgets a merge that is being taken back: the offer goes away with the tap, so nobody takes it twice. */
  startsOn(phone: PhoneNumber, command: Command): void {
    if (command.do !== 'separate') return
    const at = this.merged.findLastIndex((merge) => merge.phone === phone)
    this.merged.splice(at, 1)
  }

  /** @param before is what the page showed ahead of the command. */
  note(phone: PhoneNumber, command: Command, before: View, outcome: Outcome | null): void {
    if (outcome?.kind !== 'stored') return
    if (outcome.built !== undefined) this.built = outcome.built
    if (command.do === 'delete') {
      const record = before.records.find(({ id }) => id === command.id)
      if (record !== undefined) this.deleted.push(record)
    } else if (outcome.merged !== undefined) {
      const { kept, was } = outcome.merged
      this.merged.push({ phone, twins: { keep: kept, drop: was } })
    } else if (command.do === 'import' && !this.files.includes(command.file)) this.files.push(command.file)
  }
}
