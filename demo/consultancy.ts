import { DEFAULT_PLAN } from '../core/plan/plan.ts'
import { addDays, localDateAt } from '../core/time/time.ts'
import { MADRID } from '../core/time/zone.ts'
import {
  CONSULTED_FAMILIES,
  type ConsultedFamily,
  HOURS,
  LUCIA_NOTE,
  LUCIA_QUESTION,
  LUCIA_SUPPORT,
  NOA_PROPOSAL,
  PURPOSE,
  type Support,
  TEMPLATES,
} from './consulted-families.ts'
import { birthDateOf } from './family.ts'
import { type Plan, planDays } from './plan-days.ts'
import { callAs, type Demo, insertAs, makeAccount, runAs } from './rows.ts'

interface Relation {
  familyId: string
  email: string
  consultantId: string
}

/** Makes the families that the consultant looks after, what is planned with them, and the plans to begin with. */
export async function addConsultedFamilies(demo: Demo, consultantId: string): Promise<void> {
  const consultant = { id: consultantId, isStaff: true }
  for (const { id, name, from, to, plan } of TEMPLATES) {
    await callAs(demo, consultant, 'save_template', { id, name, from_months: from, to_months: to, ...plan })
  }
  for (const family of CONSULTED_FAMILIES) {
    const relation = await addFamily(demo, family, consultantId)
    await agree(demo, relation, family.support, family.letInDaysAgo)
    await changePlan(demo, relation, family.support, family.plan)
    if (family.account === 'noa') await propose(demo, relation, NOA_PROPOSAL, 0.1)
  }
}

async function addFamily(demo: Demo, family: ConsultedFamily, consultantId: string): Promise<Relation> {
  const { account, baby, owner, months, plan, days, support } = family
  const email = `${account}@nana.example`
  const familyId = await makeAccount(demo, email, (family.letInDaysAgo ?? 0) + 3)
  const self = { id: familyId }
  const birth_date = birthDateOf(months, demo.now)
  await insertAs(demo, self, 'baby_info', [{ id: familyId, name: baby, owner_name: owner, birth_date }])
  await insertAs(demo, self, 'sleep_plans', [{ id: familyId, ...(support.taken?.before ?? plan) }])
  if (days !== null) {
    await insertAs(demo, self, 'sleep_records', planDays({ plan: family.lived ?? plan, ...days }, demo.now))
  }
  return { familyId, email, consultantId }
}

/** Asks the family for leave to look, and answers yes as the family, unless it hasn't answered. */
async function agree(
  demo: Demo,
  { familyId, email, consultantId }: Relation,
  { startsIn, endsIn }: Support,
  daysAgo: number | null,
): Promise<void> {
  const today = localDateAt(demo.now, MADRID)
  const consultant = { id: consultantId, isStaff: true, daysAgo: (daysAgo ?? 0) + 0.2 }
  const { id } = (await callAs(demo, consultant, 'ask_family', {
    email,
    purpose: PURPOSE,
    starts_on: addDays(today, startsIn),
    ends_on: addDays(today, endsIn),
    hours: HOURS,
  })) as { id: string }
  if (daysAgo !== null) {
    const family = { id: familyId, daysAgo: daysAgo + 0.1 }
    await callAs(demo, family, 'answer_request', { id, accepted: true })
  }
}

/** Returns the proposal's id. */
async function propose(
  demo: Demo,
  { familyId, consultantId }: Relation,
  { sentence, plan }: { sentence: string; plan: Plan },
  daysAgo: number,
): Promise<unknown> {
  const { first_wake_window, naps_count, naps, night_bedtime } = plan
  return callAs(demo, { id: consultantId, isStaff: true, daysAgo }, 'propose_plan', {
    family_id: familyId,
    sentence,
    first_wake_window,
    naps_count,
    naps,
    night_bedtime,
  })
}

/** Proposes the plan that the family has now, and takes it as the family, where it had another one. */
async function changePlan(demo: Demo, relation: Relation, support: Support, plan: Plan): Promise<void> {
  if (support.taken === undefined) return
  const { sentence } = support.taken
  const daysAgo = -support.startsIn - 2
  const id = await propose(demo, relation, { sentence, plan }, daysAgo)
  const family = { id: relation.familyId, daysAgo: daysAgo - 0.2 }
  const { first_wake_window, naps_count, naps, night_bedtime } = plan
  await runAs(
    demo,
    family,
    `update public.sleep_plans set first_wake_window = $2, naps_count = $3, naps = $4, night_bedtime = $5
      where user_id = $1`,
    [relation.familyId, first_wake_window, naps_count, JSON.stringify(naps), night_bedtime],
  )
  await callAs(demo, family, 'answer_proposal', { id, taken: true })
}

/** Lets the consultant into Lucía's diary: a support under way, a plan that was taken, a question, a note. */
export async function addSupportOfLucia(demo: Demo, relation: Relation): Promise<void> {
  const { familyId, consultantId } = relation
  await agree(demo, relation, LUCIA_SUPPORT, -LUCIA_SUPPORT.startsIn)
  await changePlan(demo, relation, LUCIA_SUPPORT, DEFAULT_PLAN)
  await callAs(demo, { id: familyId, daysAgo: 0.1 }, 'ask_consultant', { question: LUCIA_QUESTION })
  const consultant = { id: consultantId, isStaff: true }
  await callAs(demo, consultant, 'save_note', { family_id: familyId, text: LUCIA_NOTE })
}
