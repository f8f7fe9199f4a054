import type { Page } from '@playwright/test'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

/** Goes back as the phone's gesture or key would: both are the browser's own back. */
async function back(page: Page): Promise<void> {
  await page.evaluate(() => history.back())
}

/** Waits until the browser's history holds just these screens: it follows a moment after each press. */
async function expectTrail(page: Page, ...trail: string[]): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.trail)).toEqual(trail)
}

test.describe('going back', () => {
  test('from the form is 1 press: the diary is there, the address is the same, the app is still open', async ({
    carer,
  }) => {
    const { page } = carer
    const form = sleepForm(page)
    const address = page.url()
    await carer.goTo('Añadir descanso')
    await expect(form.title).toBeVisible()
    await back(page)
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await expect(form.title).toBeHidden()
    expect(page.url()).toBe(address)
    await expectTrail(page, 'diary')
  })

  test('closes a dialog, then the form, then goes through the tabs in their order: 5 presses', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(wakeUp(TODAY, '07:20'), sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Gráfico')
    await phone.goTo('Plan')
    await phone.goTo('Diario')
    await phone.records.filter({ hasText: '10:00' }).getByRole('button', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await back(page)
    await expect(dialog).toBeHidden()
    await expect(phone.records).toHaveCount(2)
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await expect(sleepForm(page).title).toHaveText('Editar Descanso')
    await expectTrail(page, 'diary', 'week', 'plan', 'diary', 'add')
    const current = phone.tabBar.locator('[aria-current=page]')
    for (const tab of ['Diario', 'Plan', 'Gráfico', 'Diario']) {
      await back(page)
      await expect(current).toHaveText(tab)
    }
    await expectTrail(page, 'diary')
  })

  test('a sheet closed by its own button or by Escape leaves nothing behind', async ({ family, phone }) => {
    const { page } = phone
    await family.logs(wakeUp(TODAY, '07:20'))
    await phone.signIn()
    await phone.goTo('Plan')
    for (const close of ['Cancelar', 'Escape', 'back']) {
      await phone.goTo('Diario')
      await phone.records.getByRole('button', { name: 'Eliminar' }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toBeVisible()
      await expect.poll(async () => (await trailOf(page)).at(-1)).toBe('sheet')
      if (close === 'back') await back(page)
      else if (close === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: close }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => trailOf(page)).not.toContain('sheet')
    }
    await back(page)
    await expect(phone.tabBar.locator('[aria-current=page]')).toHaveText('Plan')
  })

  test('from a sheet to the form to the diary: the chart’s sheet gives its entry to the form', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Gráfico')
    await page
      .getByRole('button', { name: /^Ver los descansos/ })
      .last()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Editar' }).first().click()
    await expect(sleepForm(page).title).toHaveText('Editar Descanso')
    await expectTrail(page, 'diary', 'week', 'diary', 'add')
    await back(page)
    await expect(phone.tabBar.locator('[aria-current=page]')).toHaveText('Diario')
  })

  test('keeps what was entered in the form, as another tab does', async ({ carer, page }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.start.fill('13:05')
    await form.quality('Mala').check()
    await back(page)
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await carer.goTo('Añadir descanso')
    await expect(form.start).toHaveValue('13:05')
    await expect(form.quality('Mala')).toBeChecked()
  })

  test('after a form is saved or left there is no form to come back to, and forward breaks nothing', async ({
    carer,
  }) => {
    const { page } = carer
    const form = sleepForm(page)
    await carer.goTo('Gráfico')
    await carer.goTo('Diario')
    await carer.goTo('Añadir descanso')
    await form.enterStart('13:00')
    await form.enterEnd('14:00')
    await form.save.click()
    await carer.expectToast('¡Descanso guardado!')
    await expectTrail(page, 'diary', 'week', 'diary')
    await page.evaluate(() => history.forward())
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.screen.getByText('Nuevo Registro')).toBeVisible()
    await form.cancel.click()
    await expectTrail(page, 'diary', 'week', 'diary')
    await back(page)
    await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Gráfico')
  })

  test('forward to a sheet that was closed shows none, and the next press goes on', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(wakeUp(TODAY, '07:20'))
    await phone.signIn()
    await phone.goTo('Plan')
    await phone.goTo('Diario')
    await phone.records.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await back(page)
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.evaluate(() => {
      const arrived = new Promise((resolve) =>
        addEventListener('popstate', () => resolve(null), { once: true }),
      )
      history.forward()
      return arrived
    })
    // From the sheet's entry, where the browser is now, the app goes back by itself.
    await expectTrail(page, 'diary', 'plan', 'diary')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await back(page)
    await expect(phone.tabBar.locator('[aria-current=page]')).toHaveText('Plan')
  })

  test('the printed diary closes like a sheet', async ({ family, phone, page }) => {
    await family.logs(wakeUp(TODAY, '07:20'), sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Gráfico')
    await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
    const preview = page.getByRole('dialog', { name: 'Diario para imprimir' })
    await expect(preview).toBeVisible()
    await back(page)
    await expect(preview).toBeHidden()
    await expect(phone.tabBar.locator('[aria-current=page]')).toHaveText('Gráfico')
  })
})

test.describe('a reload', () => {
  test('keeps the tab and what lies behind it', async ({ carer, page }) => {
    await carer.goTo('Gráfico')
    await carer.goTo('Plan')
    await carer.reload()
    await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Plan')
    await back(page)
    await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Gráfico')
  })

  test('with a sheet or an empty form open leaves no press that does nothing', async ({ family, phone }) => {
    const { page } = phone
    await family.logs(wakeUp(TODAY, '07:20'))
    await phone.signIn()
    await phone.goTo('Plan')
    await phone.goTo('Diario')
    await phone.records.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await phone.reload()
    await expectTrail(page, 'diary', 'plan', 'diary')
    await phone.goTo('Añadir descanso')
    await phone.reload()
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await expectTrail(page, 'diary', 'plan', 'diary')
    await back(page)
    await expect(phone.tabBar.locator('[aria-current=page]')).toHaveText('Plan')
  })

  test('to a sleep that runs opens its form, from which 1 press leads to the diary', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await phone.reload()
    await expect(sleepForm(page).title).toHaveText('Editar Descanso')
    await expectTrail(page, 'diary', 'add')
    await back(page)
    await expect(page.getByRole('timer')).toBeVisible()
    await expectTrail(page, 'diary')
  })
})

test.describe('before anyone is signed in', () => {
  test('closes the dialog; who signs out and in again begins with the diary', async ({ phone, page }) => {
    await phone.open()
    await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await back(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await phone.enterPassword()
    await expect(phone.tabBar).toBeVisible()
    await expectTrail(page, 'diary')
    await phone.goTo('Plan')
    await phone.signOut()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expectTrail(page, 'entrance')
    await phone.enterPassword()
    await expectTrail(page, 'diary')
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  })
})

test('from a tab’s own first screen it leaves the app, and coming back finds it as it was', async ({
  carer,
}) => {
  const { page } = carer
  const form = sleepForm(page)
  await carer.goTo('Plan')
  await carer.goTo('Diario')
  await carer.goTo('Añadir descanso')
  await form.feedings.fill('3')
  await back(page)
  await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Diario')
  await back(page)
  await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Plan')
  await back(page)
  await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Diario')
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  await page.goForward()
  await expect(carer.tabBar).toBeVisible()
  await expectTrail(page, 'diary')
})

async function trailOf(page: Page): Promise<string[]> {
  return page.evaluate(() => history.state.trail)
}
