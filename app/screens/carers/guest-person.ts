import type { Person } from '../../family/remote-families.ts'

/** Somebody of the family's own circle. What a professional may do isn't chosen here: she is in, or out. */
export type GuestPerson = Person & { role: 'carer' | 'viewer' }

export function isGuest(person: Person): person is GuestPerson {
  return person.role !== 'consultant'
}
