import type { Page } from '@playwright/test'
import { Carer, expect, type Fixtures } from '../kit/carer.ts'
import { test as base } from '../kit/seed.ts'
import type { Account } from '../kit/server-process.ts'

export interface HouseholdFixtures {
  /** Somebody else's account, and a phone of theirs on which nothing is open yet. */
  grandmother: Account
  otherPhone: () => Promise<Carer>
  /** Lets her in, who opens the link on that phone, signed in. */
  letGrandmotherIn: (role?: InvitedAs) => Promise<Carer>
}

type InvitedAs = 'Cuida y anota' | 'Solo mira' | 'Profesional que nos asesora'

/** A family whose baby is Lucía, and another account beside it. */
export const test = base.extend<HouseholdFixtures & Pick<Fixtures, 'carer'>>({
  grandmother: async ({ server }, handOver, info) => {
    const email = `abuela-${info.workerIndex}-${info.testId}-${info.repeatEachIndex}@example.org`
    await handOver(await server.createAccount(email))
  },
  otherPhone: async ({ newContext, server, grandmother }, handOver) => {
    await handOver(async () => {
      const context = await newContext()
      return new Carer(await context.newPage(), context, server, grandmother)
    })
  },
  letGrandmotherIn: async ({ carer, grandmother, otherPhone }, handOver) => {
    await handOver(async (role) => {
      const link = await invite(carer, 'Abuela', role)
      const other = await otherPhone()
      await other.signIn()
      await enterSignedIn(other, link, grandmother)
      await other.expectToast('Ya tienes el diario')
      return other
    })
  },
  carer: async ({ phone, family }, handOver) => {
    await family.born('2025-01-11', 'Lucía')
    await phone.signIn()
    await handOver(phone)
  },
})

/** The part of the plan screen about who else sees the diary. */
export function carersOf({ page }: Carer) {
  const people = page.getByRole('list', { name: 'Quién está dentro' })
  const invitations = page.getByRole('list', { name: 'Invitaciones sin usar' })
  return {
    heading: page.getByRole('heading', { name: 'Quién cuida de Lucía' }),
    people,
    person: (name: string) => people.getByRole('listitem', { name }),
    invitations,
    invitation: (name: string) => invitations.getByRole('listitem', { name }),
    invite: page.getByRole('button', { name: 'Invitar a alguien' }),
    history: page.getByRole('button', { name: 'Qué ha pasado' }),
  }
}

/** Invites somebody by the form on the plan screen, and returns the link, its sheet closed. */
export async function invite(
  carer: Carer,
  name: string,
  role: InvitedAs = 'Cuida y anota',
  lastDay?: string,
): Promise<string> {
  await carer.goTo('Plan')
  await carersOf(carer).invite.click()
  const sheet = carer.page.getByRole('dialog', { name: 'Invitar a alguien' })
  await sheet.getByLabel('Su nombre en casa').fill(name)
  await sheet.getByRole('radio', { name: role }).check()
  if (lastDay !== undefined) await sheet.getByLabel('¿Hasta cuándo?').fill(lastDay)
  await sheet.getByRole('button', { name: 'Crear la invitación' }).click()
  const made = carer.page.getByRole('alertdialog', { name: `Invitación para ${name}` })
  const link = await made.getByText(/#invitacion=/).innerText()
  await closeLink(carer.page)
  return link
}

/** Closes the sheet of an invitation whose link was read off the screen, which no app hears of. */
export async function closeLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Listo' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sin mandar el enlace?' })
  await question.getByRole('button', { name: 'Cerrar' }).click()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Opens the link on a phone of somebody who is signed in, and presses. */
export async function enterSignedIn({ page }: Carer, link: string, { email }: Account): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: `Entrar como ${email}` }).click()
}

export { expect }
