import { canonical } from './canonical.ts'
import type { Effect, Row } from './effect-log.ts'
import type { Deed } from './history.ts'
import type { Verdict } from './verdict.ts'

/** Of records that were saved together all are there or none is, whatever killed the page in between. */
export class Rebuilds {
  private readonly verdict: Verdict
  private readonly rebuilds: { deed: Deed; left: string[]; ids: string[] }[]

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.verdict = verdict
    this.rebuilds = deeds.flatMap((deed) =>
      deed.command.do === 'rebuild' ? { deed, left: deed.command.drafts.map(contentOf), ids: [] } : [],
    )
  }

  /** Returns the deed that stored this new row together with others, if there is one. */
  take({ kind, rowId, row }: Effect): Deed | null {
    if (kind !== 'INSERT' || row === null) return null
    const content = contentOf(row)
    const found = this.rebuilds.find(({ left }) => left.includes(content))
    if (found === undefined) return null
    found.left.splice(found.left.indexOf(content), 1)
    found.ids.push(rowId)
    return found.deed
  }

  /** Finds days that were stored by half, which shows only once every effect is known. */
  judge(): void {
    for (const { deed, left, ids } of this.rebuilds) {
      const isHalf = ids.length > 0 && left.length > 0
      if (isHalf)
        this.verdict.broken.push(`día reconstruido a medias: a #${deed.mark} le falta ${left.join(' y ')}`)
    }
  }

  isComplete(deed: Deed): boolean {
    return this.rebuilds.every((rebuild) => rebuild.deed !== deed || rebuild.left.length === 0)
  }
}

function contentOf({ id: _id, user_id: _userId, ...content }: Partial<Row>): string {
  return canonical(content)
}
