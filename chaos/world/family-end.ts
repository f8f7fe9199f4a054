import { PERSON } from '../program/family-program.ts'
import { type Cast, lookIfThere, phoneOf } from './cast.ts'
import type { Family } from './family.ts'

/**
 * Turns the person's access round once all is quiet, so that each program sees an end of it, or a coming back. Who was
 * in is out, and the phone may keep nothing but what was refused. Who was out is a carer, and sends what was refused;
 * the judge looks whether that worked.
 * @param settle waits until all is quiet again, and resolves to what still differs then.
 */
export async function endFamily(
  family: Family,
  cast: Cast,
  settle: () => Promise<string[]>,
): Promise<string[]> {
  if (await family.isIn()) {
    await family.change({ ifIn: 'taken back', ifOut: 'carer' }, cast)
    return settle()
  }
  const hasJoined = await family.joinForGood(cast)
  const differing = await settle()
  if (!hasJoined) return [...differing, 'la persona no ha vuelto a entrar con ninguna invitación']
  await retryAll(cast)
  return [...differing, ...(await settle())]
}

async function retryAll({ phones, trace }: Cast): Promise<void> {
  const person = phoneOf(phones, PERSON)
  const [tab] = person.openTabs
  const view = tab === undefined ? null : await lookIfThere(person, tab)
  if (tab === undefined || view === null) throw new Error('El móvil de la persona no enseña nada.')
  for (const { seq, kind, rowId } of view.refused) {
    trace(`    ${person.name}${tab} reintenta ${kind} de ${rowId}`)
    await person.settleRefused(tab, 'retry', seq)
  }
}
