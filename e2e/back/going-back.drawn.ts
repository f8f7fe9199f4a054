import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { back, expectTrail, trailOf } from './trail.ts'

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

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
    await expect(page).toHaveURL(address)
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
