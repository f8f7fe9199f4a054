import type { Command, Outcome } from './commands.ts'
import type { PhoneNumber } from './program.ts'

/** A command a carer gave, and what became of it as far as the carer could see. */
export interface Deed {
  mark: number
  phone: PhoneNumber
  command: Command
  outcome: Outcome
  /** Positions in one count of everything the harness did and saw: this came before that. */
  begunAt: number
  /** Null: nobody saw it end. */
  endedAt: number | null
}

/** What the carers did, in the order they did it. */
export class History {
  readonly deeds: Deed[] = []
  /** Saves that hung although they need no network. */
  readonly hanging: Deed[] = []
  /** Ids of the rows whose refused changes were given up. */
  readonly givenUp = new Set<string>()
  private moments = 0

  begin(phone: PhoneNumber, mark: number, command: Command): Deed {
    const deed: Deed = {
      mark,
      phone,
      command,
      outcome: { kind: 'unknown' },
      begunAt: this.tick(),
      endedAt: null,
    }
    this.deeds.push(deed)
    return deed
  }

  end(deed: Deed, outcome: Outcome | null): void {
    if (outcome === null) this.hanging.push(deed)
    else deed.outcome = outcome
    deed.endedAt = this.tick()
  }

  /** How many of these the carers saw done. */
  count(kind: Command['do']): number {
    return this.deeds.filter(({ command, outcome }) => command.do === kind && outcome.kind === 'stored')
      .length
  }

  get importedRecords(): number {
    const added = this.deeds.map(({ outcome }) =>
      outcome.kind === 'stored' ? outcome.imported?.added.length : 0,
    )
    return added.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  }

  private tick(): number {
    this.moments += 1
    return this.moments
  }
}

/** The one row a change is on; null: nobody knows, or there are several. */
export function rowOf({ command, outcome }: Deed): string | null {
  if (command.do === 'edit' || command.do === 'delete') return command.id
  return outcome.kind === 'stored' ? outcome.rowId : null
}

export function inWords({ mark, phone, command, outcome }: Deed): string {
  return `#${mark} of phone ${phone} ${wordsOf(command)} (${outcome.kind})`
}

function wordsOf(command: Command): string {
  return command.do === 'import' ? `imports ${command.file.name}` : JSON.stringify(command)
}
