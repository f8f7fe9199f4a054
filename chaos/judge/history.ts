import type { Command, Outcome } from '../program/commands.ts'
import type { PhoneNumber } from '../program/program.ts'

/** A deed is a command a carer gave, and what became of it as far as the carer could see. */
export interface Deed {
  mark: number
  phone: PhoneNumber
  command: Command
  outcome: Outcome
  /** This is a position in one count of everything the harness did and saw, so that two moments can be compared. */
  begunAt: number
  /** This is a position in the same count, or null when nobody saw the deed end. */
  endedAt: number | null
}

/** A refused change of this row was given up on this phone. */
export interface GivenUp {
  phone: number
  rowId: string
}

/** The history holds what the carers did, in the order in which they did it. */
export class History {
  readonly deeds: Deed[] = []
  /** These saves hung, which they never may because they need no network. */
  readonly hanging: Deed[] = []
  readonly givenUp: GivenUp[] = []
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

  /** Counts the deeds of this kind that the carers saw done. */
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

export function isGivenUp(givenUp: readonly GivenUp[], on: number, id: string): boolean {
  return givenUp.some(({ phone, rowId }) => phone === on && rowId === id)
}

/** Returns the one row a change is on, or null when nobody knows it or there are several. */
export function rowOf({ command, outcome }: Deed): string | null {
  if ('id' in command) return command.id
  return outcome.kind === 'stored' ? outcome.rowId : null
}

export function inWords({ mark, phone, command, outcome }: Deed): string {
  return `#${mark} del móvil ${phone} ${wordsOf(command)} (${OUTCOMES[outcome.kind]})`
}

function wordsOf(command: Command): string {
  return command.do === 'import' ? `importa ${command.file.name}` : JSON.stringify(command)
}

const OUTCOMES: Readonly<Record<Outcome['kind'], string>> = {
  stored: 'guardado',
  nothing: 'nada que hacer',
  rejected: 'rechazado',
  unknown: 'no se sabe',
}
