import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { expectNothingLost, expectNothingLostInAnyReading, READINGS, setText } from '../kit/nothing-lost.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

for (const { what, width, height, ...reading } of READINGS) {
  test.describe(what, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize({ width, height })
    })

    test('loses nothing of the diary, the form, their dialogs and toasts', async ({ family, phone }) => {
      const { page } = phone
      const form = sleepForm(page)
      await phone.signIn()
      await setText(page, reading)
      await expectNothingLost(page)
      await family.logs(
        wakeUp(TODAY, '08:20'),
        sleep('siesta', TODAY, '10:00', '11:10', 'buena'),
        sleep('noche', '2025-08-10', '20:50', '08:20', 'mala'),
      )
      await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
      await page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
      await expectNothingLost(page)

      await phone.records.first().getByRole('button', { name: 'Eliminar' }).click()
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Cancelar' }).click()

      await phone.goTo('Añadir descanso')
      await form.quality('Regular').check()
      await form.save.click()
      await phone.expectToast('Confirmación requerida')
      await expectNothingLost(page)
      await form.enterStart('10:30')
      await phone.expectToast('Hora de inicio guardada')
      await phone.closeToast()
      await form.enterEnd('11:30')
      await form.save.click()
      await expect(form.screen.getByText('Revisa antes de guardar')).toBeVisible()
      await expectNothingLost(page)
      await form.cancel.click()

      await expect(page.getByText('Durmiendo desde 10:30')).toBeVisible()
      await expectNothingLost(page)
      await page.getByRole('button', { name: /^Terminar siesta/ }).click()
      await expect(page.getByText('Revisa antes de terminar')).toBeVisible()
      await expectNothingLost(page)
      await page.getByRole('button', { name: /^Terminar siesta de todos modos/ }).click()
      await phone.expectToast('¡Descanso actualizado!')
      await expectNothingLost(page)
    })
  })
}

test('however it is read, nothing is lost of the longest night', async ({ family, phone }) => {
  await family.logs(sleep('noche', TODAY, '00:28'), sleep('noche', '2025-08-09', '10:44', '10:40'))
  await phone.signIn()
  await expectNothingLostInAnyReading(phone.page)
  await phone.goTo('Diario')
  await expect(phone.page.getByRole('timer')).toHaveText('15h 52m')
  await expectNothingLostInAnyReading(phone.page)
  await phone.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-09')
  await expect(phone.records).toContainText('23h 56m')
  await expectNothingLostInAnyReading(phone.page)
  await phone.records.getByRole('button', { name: 'Editar' }).click()
  await expectNothingLostInAnyReading(phone.page)
})

test('however it is read, nothing is lost of the chart, the plan and the resources', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const plan = planForm(page)
  await family.born('2025-01-05')
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(page.getByText('Esta semana aún no hay registros.')).toBeVisible()
  await expectNothingLostInAnyReading(page)
  await family.logs(
    wakeUp('2025-08-06', '08:00'),
    sleep('noche', '2025-08-06', '17:50', '09:48', 'buena'),
    wakeUp('2025-08-07', '09:48'),
    sleep('siesta', '2025-08-07', '11:00', '12:00'),
  )
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(page.getByRole('img', { name: 'Por encima' })).toBeVisible()
  await expectNothingLostInAnyReading(page)
  await page.getByRole('button', { name: 'Ver los descansos: Miércoles 6' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('15h 58m')
  await expectNothingLostInAnyReading(page)
  await page.keyboard.press('Escape')

  await phone.goTo('Plan')
  await expect(plan.firstWindow).toHaveValue('1h 30min')
  await plan.name.fill('Maximiliana')
  await plan.months.fill('11')
  await expectNothingLostInAnyReading(page)
  await plan.window(2).fill('gatos')
  await expect(plan.unsaved).toBeVisible()
  await expectNothingLostInAnyReading(page)
  await phone.goTo('BSC')
  await expectNothingLostInAnyReading(page)
})

test('numbers keep their width: a minute more moves nothing', async ({ family, phone, page }) => {
  await family.logs(
    wakeUp(TODAY, '08:20'),
    sleep('siesta', TODAY, '10:00', '11:10'),
    sleep('siesta', TODAY, '15:00'),
  )
  await phone.signIn()
  await phone.goTo('Diario')
  const numbers = [
    page.getByRole('timer').locator('.num'),
    page.getByText('Sueño total del día').locator('..').locator('.num'),
    phone.records.first().locator('time').first(),
    phone.records.first().locator('b.num'),
    page.getByLabel('Fecha').first(),
  ]
  for (const number of numbers) await expect(number).toHaveCSS('font-variant-numeric', 'tabular-nums')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves: no dot breathes, no sheet or toast rises', async ({ family, phone, page }) => {
    const moving = () =>
      page.evaluate(async () => {
        // What was just drawn begins to move with the next frame.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return document.getAnimations().filter(({ playState }) => playState === 'running').length
      })
    await family.logs(sleep('siesta', TODAY, '15:00'))
    await phone.signIn()
    await phone.goTo('Diario')
    expect(await moving()).toBe(0)
    await phone.records.getByRole('button', { name: 'Eliminar' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await moving()).toBe(0)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await phone.expectToast('¡Descanso actualizado!')
    expect(await moving()).toBe(0)
  })
})
