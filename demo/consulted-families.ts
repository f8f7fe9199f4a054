import { DEFAULT_PLAN } from '../core/plan/plan.ts'
import type { Plan, PlanDays } from './plan-days.ts'

/*
 * The families that the demo's consultant looks after besides Lucía's, each in another state, and what is planned with
 * them. Days are counted from the demo's today.
 */

export interface Support {
  startsIn: number
  endsIn: number
  /** A proposal that the family took two days after the beginning, and the plan before. */
  taken?: { sentence: string; before: Plan }
}

export interface ConsultedFamily {
  /** Of its address. */
  account: string
  baby: string
  owner: string
  months: number
  plan: Plan
  /** What the baby does instead of the plan. */
  lived?: Plan
  /** Null: nothing was logged yet. */
  days: Omit<PlanDays, 'plan'> | null
  support: Support
  /** Null: the family hasn't answered yet. */
  letInDaysAgo: number | null
}

const FOUR_NAPS: Plan = {
  first_wake_window: '1h 15min',
  naps_count: 4,
  naps: [
    { duration: 60, wakeWindow: '1h 30min' },
    { duration: 90, wakeWindow: '1h 45min' },
    { duration: 60, wakeWindow: '1h 45min' },
    { duration: 30, wakeWindow: '2h 00min' },
  ],
  night_bedtime: '20:15',
}

const THREE_NAPS: Plan = {
  first_wake_window: '1h 45min',
  naps_count: 3,
  naps: [
    { duration: 75, wakeWindow: '2h 00min' },
    { duration: 90, wakeWindow: '2h 15min' },
    { duration: 45, wakeWindow: '2h 30min' },
  ],
  night_bedtime: '19:45',
}

const TWO_NAPS: Plan = {
  first_wake_window: '2h 45min',
  naps_count: 2,
  naps: [
    { duration: 75, wakeWindow: '3h 15min' },
    { duration: 75, wakeWindow: '3h 45min' },
  ],
  night_bedtime: '19:45',
}

const LATE_TWO_NAPS: Plan = {
  first_wake_window: '3h 00min',
  naps_count: 2,
  naps: [
    { duration: 60, wakeWindow: '3h 15min' },
    { duration: 75, wakeWindow: '4h 00min' },
  ],
  night_bedtime: '20:00',
}

const SEVEN = 7 * 60

export const CONSULTED_FAMILIES: readonly ConsultedFamily[] = [
  {
    account: 'mateo',
    baby: 'Mateo',
    owner: 'Irene',
    months: 5,
    plan: FOUR_NAPS,
    days: { wakeUpAt: SEVEN, loggedUntil: 4 },
    support: { startsIn: -18, endsIn: 10 },
    letInDaysAgo: 18,
  },
  {
    account: 'vera',
    baby: 'Vera',
    owner: 'Nuria',
    months: 10,
    plan: TWO_NAPS,
    days: { wakeUpAt: SEVEN, lost: (ago) => (ago >= 1 && ago <= 4 ? 105 : 0) },
    support: { startsIn: -12, endsIn: 16 },
    letInDaysAgo: 13,
  },
  {
    account: 'hugo',
    baby: 'Hugo',
    owner: 'Carmen',
    months: 14,
    plan: LATE_TWO_NAPS,
    days: {
      wakeUpAt: SEVEN + 5,
      loggedFrom: 45,
      wakings: (ago) => (ago > 20 ? 2 : 0),
      lost: (ago) => (ago > 20 ? 55 : 0),
    },
    support: {
      startsIn: -28,
      endsIn: 2,
      taken: {
        sentence: 'Un solo cambio: la segunda siesta, media hora antes, y así la noche no se retrasa.',
        before: {
          ...LATE_TWO_NAPS,
          naps: [
            { duration: 60, wakeWindow: '3h 45min' },
            { duration: 75, wakeWindow: '4h 15min' },
          ],
        },
      },
    },
    letInDaysAgo: 28,
  },
  {
    account: 'alma',
    baby: 'Alma',
    owner: 'Sara',
    months: 2,
    plan: FOUR_NAPS,
    days: null,
    support: { startsIn: 0, endsIn: 28 },
    letInDaysAgo: 0,
  },
  {
    account: 'leo',
    baby: 'Leo',
    owner: 'Pablo',
    months: 12,
    plan: {
      ...LATE_TWO_NAPS,
      naps: [
        { duration: 75, wakeWindow: '3h 00min' },
        { duration: 75, wakeWindow: '3h 45min' },
      ],
    },
    days: { wakeUpAt: SEVEN, wakings: (ago) => (ago <= 7 ? 2 : 0) },
    support: { startsIn: -9, endsIn: 19 },
    letInDaysAgo: 9,
  },
  {
    account: 'noa',
    baby: 'Noa',
    owner: 'Laura',
    months: 5,
    plan: FOUR_NAPS,
    lived: THREE_NAPS,
    days: { wakeUpAt: SEVEN - 5 },
    support: { startsIn: -8, endsIn: 20 },
    letInDaysAgo: 8,
  },
  {
    account: 'bruno',
    baby: 'Bruno',
    owner: 'Elena',
    months: 9,
    plan: TWO_NAPS,
    days: { wakeUpAt: SEVEN - 5 },
    support: { startsIn: 7, endsIn: 35 },
    letInDaysAgo: 1,
  },
  {
    account: 'olivia',
    baby: 'Olivia',
    owner: 'Marina',
    months: 6,
    plan: THREE_NAPS,
    days: { wakeUpAt: SEVEN - 5 },
    support: { startsIn: 0, endsIn: 28 },
    letInDaysAgo: null,
  },
]

export const LUCIA_SUPPORT: Support = {
  startsIn: -28,
  endsIn: 13,
  taken: {
    sentence: 'Un solo cambio: la primera siesta un poco más tarde, y la noche antes.',
    before: { ...DEFAULT_PLAN, first_wake_window: '1h 15min', night_bedtime: '20:15' },
  },
}

export const TEMPLATES: readonly { id: string; name: string; from: number; to: number; plan: Plan }[] = [
  { id: '00000000-0000-4000-8000-000000000004', name: 'Cuatro siestas', from: 3, to: 5, plan: FOUR_NAPS },
  { id: '00000000-0000-4000-8000-000000000003', name: 'Tres siestas', from: 5, to: 8, plan: THREE_NAPS },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Dos siestas', from: 8, to: 15, plan: TWO_NAPS },
]

/** Waits at Noa's family: it takes the plan to what the baby does by herself. */
export const NOA_PROPOSAL = {
  sentence: 'Un solo cambio: pasar a tres siestas, que es lo que Noa ya hace sola desde hace días.',
  plan: THREE_NAPS,
}
export const LUCIA_QUESTION =
  'Si la última siesta se alarga, ¿la despertamos a las cinco o la dejamos dormir y la acostamos más tarde?'
export const LUCIA_NOTE =
  'Se duerme en brazos y pasa a la cuna dormida. Empezar por la primera siesta, que es la más fácil. El viernes, llamada.'
export const PURPOSE = 'Ver cómo duerme vuestro bebé y acompañaros durante el plan de sueño.'
export const HOURS = 'De lunes a viernes, de 9:00 a 18:00'
