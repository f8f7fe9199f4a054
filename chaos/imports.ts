import { canonical } from './canonical.ts'
import type { FileRow } from './commands.ts'
import type { Effect } from './effect-log.ts'
import type { Deed } from './history.ts'
import { REFUSED_FEEDINGS } from './intents.ts'
import type { Verdict } from './verdict.ts'

type Content = FileRow['record']
type Import = { deed: Deed; rows: readonly FileRow[] }

/**
 * An import adds what its file says and the diary hasn’t, and nothing twice however often and wherever the file is
 * imported: what is there counts, and so does what was changed since. What was deleted may come back under a new id.
 */
export class Imports {
  private readonly verdict: Verdict
  private readonly imports: Import[]
  private readonly inserted = new Set<string>()
  /** The ids a row of a file has been given so far. */
  private readonly copies = new Map<FileRow | string, Set<string>>()

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.verdict = verdict
    this.imports = deeds.flatMap((deed) =>
      deed.command.do === 'import' ? { deed, rows: deed.command.file.rows } : [],
    )
    for (const { deed, rows } of this.imports) {
      for (const { id, ...record } of addedBy(deed)) {
        const row = rowOf(rows, contentOf(record))
        if (row === undefined) verdict.broken.push(`imported what its file doesn’t say: ${canonical(record)}`)
        else this.copiesOf(row).add(id)
      }
    }
  }

  /**
   * The imports a new row may come from; none when it comes from something else.
   * @param isGoing whether a row is gone, or somebody wanted it gone.
   */
  take({ rowId, row }: Effect, isGoing: (id: string) => boolean): Deed[] {
    if (row === null || !isDerived(rowId)) return []
    const content = contentOf(row)
    const possible = this.imports.filter(({ deed, rows }) => {
      if (deed.outcome.kind !== 'unknown') return addedBy(deed).some(({ id }) => id === rowId)
      return rowOf(rows, content) !== undefined
    })
    const source = possible.flatMap(({ rows }) => rowOf(rows, content) ?? [])[0]
    if (source === undefined) return []
    const others = [...this.copiesOf(source)].filter((id) => id !== rowId && this.inserted.has(id))
    if (!others.every(isGoing)) this.verdict.doubled.push(`imported twice: ${canonical(row)}`)
    this.inserted.add(rowId)
    this.copiesOf(source).add(rowId)
    return possible.map(({ deed }) => deed)
  }

  /** Whether every row of the file was there already or has been added. */
  isAccountedFor({ command, outcome }: Deed, deletedIds: ReadonlySet<string>): boolean {
    if (command.do !== 'import' || outcome.kind !== 'stored' || outcome.imported === undefined) return true
    const { before, added } = outcome.imported
    const arrived = added.every(({ id }) => this.inserted.has(id) || deletedIds.has(id))
    const ids = new Set(before.map(({ id }) => id))
    const moments = new Set(before.map(momentOf))
    const contents = new Set(added.map((record) => canonical(contentOf(record))))
    const isThere = (row: FileRow) =>
      contents.has(canonical(row.record)) ||
      moments.has(momentOf(row.record)) ||
      (row.id !== null && ids.has(row.id)) ||
      [...this.copiesOf(row)].some((id) => ids.has(id))
    // What the database would refuse isn't read.
    return (
      arrived && command.file.rows.every((row) => row.record.feedings === REFUSED_FEEDINGS || isThere(row))
    )
  }

  private copiesOf(row: FileRow): Set<string> {
    const key = row.id ?? row
    const known = this.copies.get(key) ?? new Set()
    this.copies.set(key, known)
    return known
  }
}

/** RFC 9562: a UUID of version 5 is made from a name, one of version 4 by chance. */
function isDerived(id: string): boolean {
  return id[14] === '5'
}

function addedBy({ outcome }: Deed) {
  return (outcome.kind === 'stored' && outcome.imported?.added) || []
}

function rowOf(rows: readonly FileRow[], content: object): FileRow | undefined {
  const wanted = canonical(content)
  return rows.find(({ record }) => canonical(record) === wanted)
}

function contentOf({ id: _id, user_id: _userId, ...content }: { id?: unknown; user_id?: unknown }): object {
  return content
}

/** One baby begins one sleep, or wakes up once, in a minute. */
function momentOf({ type, date, start_time, time }: Content): string {
  return `${type === 'despertar'} ${date} ${start_time ?? time}`
}
