import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'

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
