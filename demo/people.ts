import type pg from 'pg'
import { DEFAULT_PLAN } from '../core/plan/plan.ts'
import { createClock } from '../core/time/clock.ts'
import { type Config, parsedFixedNow } from '../server/settings/config.ts'
import { keepAgreementsAt } from './agreed-clock.ts'
import { addConsultedFamilies, addSupportOfLucia } from './consultancy.ts'
import { LUCIA_SUPPORT } from './consulted-families.ts'
import { demoBaby, demoRecords } from './family.ts'
import { type Demo, insertAs, makeAccount } from './rows.ts'
import { ADMIN, CONSULTANT, makeStaff } from './staff.ts'

/** Of Lucía's family. */
export const EMAIL = 'demo@nana.example'

/** Makes everybody of the demo: Lucía's family, the provider's staff, and the other families of the consultant. */
export async function addPeople(pool: pg.Pool, config: Config): Promise<void> {
  const fixed = parsedFixedNow(config)
  const demo: Demo = { pool, now: createClock(fixed, Date.now).now() }
  if (fixed !== null) await keepAgreementsAt(config, fixed)
  const familyId = await addLucia(demo)
  const [consultantId = ''] = await addStaff(demo, config)
  await addSupportOfLucia(demo, { familyId, email: EMAIL, consultantId })
  await addConsultedFamilies(demo, consultantId)
}

/** Returns the account's id. */
async function addLucia(demo: Demo): Promise<string> {
  const id = await makeAccount(demo, EMAIL, 45)
  await insertAs(demo, { id }, 'baby_info', [{ id, ...demoBaby(demo.now) }])
  await insertAs(demo, { id }, 'sleep_plans', [{ id, ...(LUCIA_SUPPORT.taken?.before ?? DEFAULT_PLAN) }])
  await insertAs(demo, { id }, 'sleep_records', demoRecords(demo.now))
  return id
}

/** Returns the accounts' ids, the consultant's first. */
async function addStaff(demo: Demo, config: Config): Promise<string[]> {
  const ids: string[] = []
  for (const { email, role, name } of [CONSULTANT, ADMIN]) {
    ids.push(await makeAccount(demo, email, 60))
    await makeStaff(demo.pool, config, email, { role, name })
  }
  return ids
}
