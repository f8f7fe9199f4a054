import { readName } from './field.ts'
import { Scanner } from './scanner.ts'

const MAX_NAMES = 200

/** Parses the names of `columns=` and `on_conflict=`. Throws PGRST100. */
export function parseColumns(parameter: 'columns' | 'on_conflict', text: string): string[] {
  const scanner = new Scanner(`${parameter} parameter (${text})`, text)
  const names = new Set<string>()
  do {
    scanner.skipBlanks()
    const name = readName(scanner)
    if (name === null || names.size === MAX_NAMES) throw scanner.refusal()
    names.add(name)
    scanner.skipBlanks()
  } while (scanner.take(','))
  scanner.end()
  return [...names]
}
