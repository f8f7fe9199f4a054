import { MADRID } from '../../../core/time/zone.ts'
import { clock } from '../../device/clock.ts'
import { settings } from '../../device/settings.ts'
import type { LookedAt } from '../../family/access.ts'
import { dayText, untilText, invitation as words } from '../../words/carers/carers.es.ts'

/** Who invites to what, what that means, and until when. The baby's own zone isn't told to who is outside. */
export function invitationText({ baby_name, owner_name, role, until, expires_at }: NonNullable<LookedAt>): {
  title: string
  text: string
} {
  const day = (instant: string) => dayText(instant, clock.now(), MADRID)
  const { product, provider } = settings.brand
  const sentences = [
    words.app(product),
    words.may[role].replace('{provider}', provider),
    role !== 'consultant' && words.seen,
    until !== null && words.until(untilText(until, clock.now(), MADRID)),
    words.expires(day(expires_at)),
  ]
  return {
    title: words.title(owner_name, baby_name, role),
    text: sentences.filter((sentence) => sentence !== false).join(' '),
  }
}
