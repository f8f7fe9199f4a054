import type { Person } from './remote-families.ts'

/** Whether somebody is in: nobody has ended it, nor has its last day. */
export function isIn({ ended_at, until }: Pick<Person, 'ended_at' | 'until'>, now: number): boolean {
  return ended_at === null && (until === null || Date.parse(until) > now)
}

/** Whether a professional is in; of one name, where it is said: a request doesn't tell her account. */
export function isProfessionalIn(people: readonly Person[], now: number, called?: string): boolean {
  return people.some(
    (person) =>
      person.role === 'consultant' && isIn(person, now) && (called === undefined || person.name === called),
  )
}
