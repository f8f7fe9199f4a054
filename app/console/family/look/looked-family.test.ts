import { beforeEach, describe, expect, it } from 'vitest'
import { localDateAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import type { Called } from '../../../family/remote-families.ts'
import type { Replica } from '../../../local/replica.ts'
import type { Failure } from '../../../wire/failures.ts'
import { createLookedFamily, type Look, type LookedFamily } from './looked-family.ts'

const FAMILY = {
  family_id: 'family',
  email: 'familia@example.org',
  baby_name: 'Lucía',
  owner_name: null,
  birth_date: '2025-01-11',
  time_zone: null,
  time_zone_since: null,
  until: '2026-01-01T00:00:00Z',
  trial_ends_at: null,
  support: null,
  rev: 1,
  access_rev: 1,
  open_questions: 0,
}
const AWAY: Failure = { status: 0, code: null, message: '' }
const REFUSED: Failure = { status: 403, code: '42501', message: '' }
/** Half past one in Madrid, on the 12th. */
const AFTER_MIDNIGHT = Date.parse('2025-08-11T23:30:00Z')
const EVENING = AFTER_MIDNIGHT - 3 * 3_600_000

interface Asked {
  /** `consulted_families`, or the look that is to be noted. */
  what: string
  answer: (answer: unknown) => Promise<void>
  fail: (failure: Failure) => Promise<void>
}

/** Each call waits here until a test answers it. */
let asked: Asked[] = []
let now = EVENING
let looked: LookedFamily

beforeEach(() => {
  asked = []
  now = EVENING
  looked = createLookedFamily({
    now: () => now,
    call: (name, { part }) =>
      new Promise((resolve) => {
        const end = async (called: Called<unknown>) => {
          resolve(called as never)
          await settled()
        }
        asked.push({
          what: typeof part === 'string' ? part : name,
          answer: (data) => end({ data, failure: null }),
          fail: (failure) => end({ data: null, failure }),
        })
      }),
  })
})

const settled = () => new Promise((resolve) => setTimeout(resolve))

function take(what: string): Asked {
  const at = asked.findIndex((one) => one.what === what)
  const [found] = asked.splice(at, 1)
  if (at < 0 || found === undefined) throw new Error(`Nobody asked for ${what}`)
  return found
}

const tellsFamilies = (...families: unknown[]) => take('consulted_families').answer({ families })

async function open(): Promise<void> {
  looked.open('account', 'family')
  await tellsFamilies(FAMILY)
}

function shown(look: Look): string {
  const state = looked.state()
  if (state.kind !== 'open') return state.kind
  if (state.noted.get(look) === localDateAt(now, MADRID)) return 'noted'
  return state.unheard.has(look) ? 'unheard' : 'waiting'
}

describe('looks at a family', () => {
  it('are each noted or unheard for itself, whichever is answered last', async () => {
    await open()
    looked.look('diary')
    looked.look('week')
    looked.look('trend')
    await take('week').fail(AWAY)
    await take('diary').answer(undefined)
    await take('trend').answer(undefined)
    expect((['diary', 'week', 'trend'] as const).map(shown)).toEqual(['noted', 'unheard', 'noted'])
  })

  it('that were unheard wait again while they are asked for once more', async () => {
    await open()
    looked.look('diary')
    await take('diary').fail(AWAY)
    void looked.again()
    expect(shown('diary')).toBe('waiting')
    await take('diary').fail(AWAY)
    expect(shown('diary')).toBe('unheard')
    void looked.again()
    await take('diary').answer(undefined)
    expect(shown('diary')).toBe('noted')
  })

  it('are noted as they were asked for, though one of them has left the screen meanwhile', async () => {
    await open()
    const endDiary = looked.look('diary')
    await take('diary').fail(AWAY)
    looked.look('plan')
    await take('plan').fail(AWAY)
    void looked.again()
    endDiary()
    await take('diary').fail(AWAY)
    await take('plan').answer(undefined)
    expect([shown('diary'), shown('plan')]).toEqual(['unheard', 'noted'])
  })

  it('count until the provider’s midnight', async () => {
    await open()
    const end = looked.look('diary')
    await take('diary').answer(undefined)
    expect(shown('diary')).toBe('noted')
    now = AFTER_MIDNIGHT
    expect(shown('diary')).toBe('waiting')
    end()
    looked.look('diary')
    expect(shown('diary')).toBe('waiting')
    await take('diary').answer(undefined)
    expect(shown('diary')).toBe('noted')
  })

  it('count for the day on which they were asked for', async () => {
    await open()
    looked.look('diary')
    now = AFTER_MIDNIGHT
    await take('diary').answer(undefined)
    expect(shown('diary')).toBe('waiting')
  })
})

describe('a family that is not open', () => {
  it('never was, to whom it hasn’t let in', async () => {
    looked.open('account', 'family')
    await tellsFamilies({ ...FAMILY, family_id: 'another' })
    expect(looked.state()).toEqual({ kind: 'closed', why: 'not-let-in' })
  })

  it('has ended the access, though several looks hear of it', async () => {
    await open()
    looked.look('week')
    looked.look('trend')
    await take('week').fail(REFUSED)
    await take('trend').fail(REFUSED)
    await tellsFamilies()
    await tellsFamilies()
    expect(looked.state()).toEqual({ kind: 'closed', why: 'ended' })
  })

  it('is hidden by a refused look while nobody says why, and asked for once more', async () => {
    await open()
    looked.look('week')
    await take('week').fail(REFUSED)
    await take('consulted_families').fail(AWAY)
    expect(looked.state()).toEqual({ kind: 'unheard' })
    void looked.again()
    await tellsFamilies()
    expect(looked.state()).toEqual({ kind: 'closed', why: 'ended' })
  })

  it('stays closed when a second refused look hears nobody say why', async () => {
    await open()
    looked.look('week')
    looked.look('trend')
    await take('week').fail(REFUSED)
    await take('trend').fail(REFUSED)
    await tellsFamilies()
    await take('consulted_families').fail(AWAY)
    expect(looked.state()).toEqual({ kind: 'closed', why: 'ended' })
  })

  it('is closed by a refused look that nothing else explains', async () => {
    await open()
    looked.look('week')
    await take('week').fail(REFUSED)
    await tellsFamilies(FAMILY)
    expect(looked.state()).toEqual({ kind: 'closed', why: 'ended' })
  })

  it('is closed to whom the provider has taken the role away', async () => {
    await open()
    looked.look('week')
    await take('week').fail(REFUSED)
    await take('consulted_families').fail(REFUSED)
    expect(looked.state()).toEqual({ kind: 'closed', why: 'no-staff' })
  })

  it('is closed for nothing that is odd about another one', async () => {
    looked.open('account', 'family')
    await tellsFamilies({ ...FAMILY, family_id: 'another', birth_date: 7 }, null, FAMILY)
    expect(looked.state()).toMatchObject({ kind: 'open', family: { baby_name: 'Lucía', access_rev: 1 } })
  })

  it('is unheard, not closed, when what is said of it can’t be read', async () => {
    looked.open('account', 'family')
    await tellsFamilies({ ...FAMILY, access_rev: null })
    expect(looked.state()).toEqual({ kind: 'unheard' })
  })
})

describe('the dates of its support', () => {
  const DATES = { starts_on: '2025-08-11', ends_on: '2025-09-30', hours: '' }
  const told = () => {
    const state = looked.state()
    return state.kind === 'open' ? state.family.support : null
  }

  it('that were saved here stay, though an answer of before comes after: it is asked anew', async () => {
    await open()
    const learnt = looked.access.learn({ familyId: 'family' } as Replica)
    looked.setSupport('family', DATES)
    await tellsFamilies({ ...FAMILY, access_rev: 2 })
    expect(told()).toEqual(DATES)
    const later = { ...DATES, ends_on: '2025-10-31' }
    await tellsFamilies({ ...FAMILY, access_rev: 4, support: later })
    expect(await learnt).toBe(true)
    expect(told()).toEqual(later)
  })

  it('that were saved while it was asked for anew stay, too', async () => {
    await open()
    looked.open('account', 'family')
    looked.setSupport('family', DATES)
    await tellsFamilies(FAMILY)
    expect(looked.state()).toEqual({ kind: 'opening' })
    await tellsFamilies({ ...FAMILY, support: DATES })
    expect(told()).toEqual(DATES)
  })

  it('that were saved of another one are none of its own', async () => {
    await open()
    looked.setSupport('another', DATES)
    expect(told()).toBeNull()
  })
})

it('an answer that comes after that of a later question changes nothing', async () => {
  await open()
  void looked.access.learn({ familyId: 'family' } as Replica)
  void looked.access.learn({ familyId: 'family' } as Replica)
  const older = take('consulted_families')
  await tellsFamilies({ ...FAMILY, baby_name: 'Lola' })
  await older.answer({ families: [FAMILY] })
  expect(looked.state()).toMatchObject({ family: { baby_name: 'Lola' } })
})
