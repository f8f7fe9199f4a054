import type { Command, Outcome } from './commands.ts'
import type { PhoneNumber } from './program.ts'

/** A command a carer gave, and what became of it as far as the carer could see. */
export interface Deed {
  mark: number
  phone: PhoneNumber
  command: Command
  /** Null while nobody knows. */
  outcome: Outcome
  /** Positions in one count of everything the harness did and saw: this came before that. */
  begunAt: number
  endedAt: number | null
}

/** What the carers did, in the order they did it. */
export class History {
  readonly deeds: Deed[] = []
  /** Saves that hung although they need no network. */
  readonly hanging: Deed[] = []
  private count = 0

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

  private tick(): number {
    this.count += 1
    return this.count
  }
}
