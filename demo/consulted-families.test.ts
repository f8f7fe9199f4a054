import { describe, expect, it } from 'vitest'
import { attentionOf, familyOverview } from '../core/overview/family-overview.ts'
import { sleepInterval } from '../core/records/durations.ts'
import { sortNewestFirst, startAtOf } from '../core/records/sleep-record.ts'
import { instantAt } from '../core/time/time.ts'
import { MADRID } from '../core/time/zone.ts'
import { CONSULTED_FAMILIES, type ConsultedFamily } from './consulted-families.ts'
import { birthDateOf } from './family.ts'
import { planDays } from './plan-days.ts'

const ATTENTION: Readonly<Record<string, string[]>> = {
  mateo: ['silent'],
  vera: ['under-range'],
  hugo: [],
  alma: ['silent'],
  leo: ['wakings-up'],
  noa: ['plan-apart'],
  bruno: [],
  olivia: [],
}

function logOf({ plan, lived, days }: ConsultedFamily, now: number) {
  if (days === null) return []
  const records = planDays({ plan: lived ?? plan, ...days }, now)
  return sortNewestFirst(records.map((record, index) => ({ id: String(index), user_id: '', ...record })))
}

describe.each(['00:30', '07:01', '10:10', '16:20', '20:05', '23:59'])('the families at %s', (time) => {
  const now = instantAt('2025-08-11', time, MADRID)

  it('need a look for what each is there to show', () => {
    const attention = CONSULTED_FAMILIES.map((family) => {
      const { account, plan, months } = family
      const of = { birthDate: birthDateOf(months, now), plan, zone: MADRID, zoneSince: null, now }
      return [account, attentionOf(familyOverview(logOf(family, now), of), 0, now)]
    })
    expect(Object.fromEntries(attention)).toEqual(ATTENTION)
  })

  it('sleep one sleep at a time, and know nothing of the future', () => {
    for (const family of CONSULTED_FAMILIES) {
      const records = logOf(family, now)
      expect(records.filter((record) => (startAtOf(record, MADRID) ?? 0) >= now)).toEqual([])
      const open = records.filter(({ type, end_time }) => type !== 'despertar' && end_time === null)
      expect(open.length, family.account).toBeLessThan(2)
      const slept = records.map((record) => sleepInterval(record, MADRID)).filter((one) => one !== null)
      slept.sort((a, b) => a.startAt - b.startAt)
      slept.forEach(({ endAt }, index) => {
        expect(endAt).toBeLessThanOrEqual(slept[index + 1]?.startAt ?? now)
      })
    }
  })
})
