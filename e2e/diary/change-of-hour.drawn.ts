import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

test.use({ fixedNow: '2025-10-26T16:20' })

test('the night the clocks go back counts its extra hour and says so', async ({ carer, page }) => {
  await page.getByLabel('Fecha').first().fill('2025-10-25')
  await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
  await page.getByRole('radio', { name: 'Noche' }).check()
  await page.getByLabel('Hora de inicio', { exact: true }).fill('19:30')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await page.getByLabel('Hora de fin', { exact: true }).fill('07:00')
  await page.getByRole('button', { name: 'Confirmar hora de fin' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 12h 30m.')
  await expect(carer.records.first()).toContainText('Cambio de hora: +1 h')
})

test.describe('on Lord Howe, whose clocks go back by half an hour', () => {
  test.use({ fixedNow: '2026-04-05T16:20' })

  test('the night counts half an hour more, in its card, the day and the week', async ({
    family,
    phone,
    page,
  }) => {
    await family.livesIn('Australia/Lord_Howe')
    await family.logs(sleep('noche', '2026-04-04', '19:30', '07:00'), wakeUp('2026-04-05', '07:00'))
    await phone.signIn()
    await page.getByLabel('Fecha').first().fill('2026-04-04')
    await expect(phone.records.first()).toContainText('12h 0m')
    await expect(phone.records.first()).toContainText('Cambio de hora: +30 min')
    await phone.goTo('Gráfico')
    await expect(weekChart(page).screen.getByText('12h 0m').first()).toBeVisible()
  })
})
