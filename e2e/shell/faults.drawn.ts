import type { Page } from '@playwright/test'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { type DrawnCarer, test } from '../kit/drawn/drawn-story.ts'
import { wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use({ viewport: { width: 375, height: 667 } })

const TITLE = 'Algo ha fallado en la app'
const UNSAVED = 'Antes guarda lo que tengas a medias en otra pantalla: al recargar se pierde.'

/** Presses «Recargar», and draws the app in the page that comes. React has told the console what was wrong. */
async function startOver(page: Page, phone: DrawnCarer): Promise<void> {
  const isLoaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await isLoaded
  expect(phone.consoleErrors.splice(0).join()).toContain('rror')
  await phone.signIn()
}

test('a screen that can’t be drawn says what can be done, and the others go on', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  const broken = page.getByRole('region', { name: 'Diario' }).getByRole('alert')
  // React takes no object for a text.
  await family.born('2025-01-11', {} as string)
  await phone.signIn()
  await expect(broken.getByRole('heading', { name: TITLE })).toBeVisible()
  await expect(broken).toContainText('Lo que guardaste sigue en este dispositivo')
  await expect(broken).not.toContainText(UNSAVED)
  await expectFitsWidth(page)
  await expectAccessible(page)
  await phone.goTo('Añadir descanso')
  await form.start.fill('15:50')
  await phone.goTo('Diario')
  await expect(broken).toContainText(UNSAVED)
  await expectFitsWidth(page)
  await phone.goTo('Añadir descanso')
  await form.confirmStart.click()
  await phone.expectToast('Hora de inicio guardada')
  await phone.goTo('Diario')
  await expect(broken).not.toContainText(UNSAVED)
  await phone.goTo('Gráfico')
  await expect(page.getByRole('heading', { name: 'Gráfico Semanal' })).toBeVisible()
  await family.born('2025-01-11', 'Lucía')
  await phone.goTo('Diario')
  await startOver(page, phone)
  await expect(form.start).toHaveValue('15:50')
  await phone.goTo('Diario')
  await expect(page.getByText('Lucía')).toBeVisible()
})

test('where nothing can be drawn that is said, too', async ({ family, carer, page }) => {
  const broken = page.getByRole('alert')
  await family.logs(wakeUp('2025-08-11', '08:00'))
  // The reminders belong to no screen.
  await family.plans({ reminders: true, first_wake_window: {} as string })
  await expect(carer.tabBar).toBeHidden()
  await expect(broken.getByRole('heading', { name: TITLE })).toBeVisible()
  await expectFitsWidth(page)
  await expectAccessible(page)
  await family.plans({ first_wake_window: DEFAULT_PLAN.first_wake_window })
  await startOver(page, carer)
  await expect(broken).toBeHidden()
})
