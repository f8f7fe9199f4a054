import type { Intent } from './intents.ts'

/*
 * In a quarter of the programs three accounts share one family: its owner, a carer, and a person whose access changes
 * in the middle. Each has one phone, in this order.
 */

export const OWNER = 0
export const CARER = 1
/** This person's access changes. */
export const PERSON = 2

export function isFamilyProgram(seed: number): boolean {
  return seed % 4 === 2
}

/** What becomes of the person's access depends on whether the person is in when the step is played. */
export interface AccessChange {
  ifIn: 'other role' | 'taken back' | 'leaves'
  ifOut: 'carer' | 'viewer'
}

export const IF_IN: Readonly<Record<AccessChange['ifIn'], number>> = {
  'other role': 4,
  'taken back': 3,
  leaves: 1.5,
}
export const IF_OUT: Readonly<Record<AccessChange['ifOut'], number>> = { carer: 3, viewer: 1 }

/** Each of these is one change, so that its one row says what became of it when it is refused. */
type FamilyIntent = 'add' | 'start' | 'end' | 'sleep on' | 'tap' | 'edit' | 'delete' | 'baby' | 'plan'

export const FAMILY_INTENTS: Readonly<Record<FamilyIntent & Intent['kind'], number>> = {
  add: 4,
  start: 3,
  end: 4,
  'sleep on': 1.5,
  tap: 6,
  edit: 7,
  delete: 2,
  baby: 1,
  plan: 1,
}
