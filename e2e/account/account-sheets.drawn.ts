import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'

const ANA = 'ana@example.org'

/** The diary of another family, which lets this account in, is the one that is shown. */
async function isLetInto(page: Page, userId: string, babyName: string): Promise<void> {
  const theirs = randomUUID()
  const family = {
    family_id: theirs,
    baby_name: babyName,
    owner_name: 'Luis',
    role: 'carer',
    until: null,
    is_open: true,
    is_untouched: false,
    access_rev: 1,
    people: [],
    invitations: [],
  }
  const own = { ...family, family_id: userId, baby_name: 'Vera', owner_name: 'Ana', role: 'owner' }
  await page.evaluate((news) => window.drawnPhone.hear(news), {
    userId: `${userId}.${theirs}`,
    from: null,
    to: 1,
    baby: {
      id: theirs,
      user_id: theirs,
      name: babyName,
      birth_date: '2025-01-11',
      birth_date_known: true,
    },
    plan: { id: theirs, user_id: theirs, ...DEFAULT_PLAN },
    records: [],
    deleted: [],
  })
  await page.evaluate((kept) => Object.assign(localStorage, kept), {
    [`nana-families:${userId}`]: JSON.stringify({ families: [own, family], shown: theirs, left: [] }),
  })
}

/** Answers a change of the account only when the returned function is called. */
async function heldChange(page: Page, user: object): Promise<() => void> {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/v1/user*', async (route) => {
    await answered
    await route.fulfill({ json: user })
  })
  return answer
}

test('who deletes the account while another family’s diary is shown reads that theirs stays', async ({
  family,
  phone,
  page,
}) => {
  await isLetInto(page, family.userId, 'Leo')
  await phone.signIn()
  await phone.goTo('Plan')
  await expect(page.getByRole('heading', { name: 'El diario de Leo' })).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar la cuenta' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar tu cuenta?' })
  await expect(dialog).toContainText('El diario que estás viendo es de otra familia y no se borrará')
  await expect(dialog).not.toContainText('Leo')
  await expect(dialog.getByRole('button', { name: 'Eliminar mi cuenta' })).toBeVisible()
  await expectAccessible(page)
})

test('the late answer to a change of the account leaves the sheet that is open meanwhile', async ({
  family,
  carer,
  page,
}) => {
  const answer = await heldChange(page, { id: family.userId, email: ANA })
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const changing = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  await changing.getByLabel('Contraseña nueva').fill('cuna-luna-y-manzanilla')
  await changing.getByRole('button', { name: 'Guardar contraseña' }).click()
  await changing.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  const email = page.getByRole('dialog', { name: 'Cambiar email' }).getByLabel('Email nuevo')
  await email.fill('ana.nueva@example.org')
  answer()
  await carer.expectToast('Contraseña guardada')
  await expect(email).toHaveValue('ana.nueva@example.org')
})
