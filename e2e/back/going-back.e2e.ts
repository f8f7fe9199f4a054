import { expect, WITH_MOTION } from '../kit/carer.ts'
import { whatIsKept } from '../kit/phone-session.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { back, expectTrail } from './trail.ts'

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

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
    await expect.poll(() => whatIsKept(page)).toMatchObject({ months: 1 })
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
  await expect(page).toHaveURL('about:blank')
  await page.goForward()
  await expect(carer.tabBar).toBeVisible()
  await expectTrail(page, 'diary')
})
