import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test('a new family: a baby with the default name, of no age yet, and a day that asks for its wake-up', async ({
  carer,
}) => {
  const { page } = carer
  await expect(page.getByText('Mi bebé · edad sin anotar', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Fecha' })).toHaveValue(TODAY)
  await expect(page.getByRole('heading', { name: 'A qué hora despertó?' })).toBeVisible()
  await expect(page.getByLabel('A qué hora despertó?')).toHaveAttribute('type', 'time')
  await expect(page.getByRole('button', { name: 'Añadir descanso' }).first()).toBeVisible()
  await expect(page.getByText('Sueño total del día')).toBeHidden()
  await expect(page.getByText(/^Próxima/)).toBeHidden()
  await expect(page.getByText('No hay registros para este día.')).toBeHidden()
})

const AGES = [
  ['2025-08-11', '0 días'],
  ['2025-08-10', '1 día'],
  ['2025-07-12', '30 días'],
  ['2025-07-11', '1 mes'],
  ['2025-01-05', '7 meses'],
  ['2024-08-11', '1 año'],
  ['2024-07-11', '1 año y 1 mes'],
  ['2023-06-11', '2 años y 2 meses'],
] as const

test('the diary says how old the baby is, in days, months, or years and months', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  for (const [born, age] of AGES) {
    await family.born(born)
    await expect(phone.page.getByText(`Mi bebé · ${age}`, { exact: true }), `born ${born}`).toBeVisible()
  }
})

test.describe('the day that is looked at', () => {
  test('today has its heading, its button and its suggestion; another day has others', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(
      wakeUp(TODAY, '08:20'),
      wakeUp('2025-08-10', '07:30'),
      sleep('siesta', '2025-08-10', '10:00', '11:05'),
    )
    await phone.signIn()
    await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
    const addToDay = page.getByRole('button', { name: 'Añadir registro a este día' })
    await expect(addToDay).toBeHidden()

    await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await expect(page.getByRole('heading', { name: 'Domingo 10', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Hoy' })).toBeHidden()
    await expect(page.getByText(/^Próxima/)).toBeHidden()
    await expect(phone.records).toHaveCount(2)
    await expect(phone.records.first()).toContainText('10:00 – 11:05')
    await expect(page.getByText('Sueño total del día').locator('..')).toContainText('1h 5m')
    await expect(addToDay).toBeVisible()
    const [red = 0, green = 0, blue = 0] = (
      await addToDay.evaluate((button) => getComputedStyle(button).backgroundColor)
    )
      .match(/\d+/g)
      ?.map(Number) ?? [0, 0, 0]
    expect(green).toBeGreaterThan(Math.max(red, blue))
    await addToDay.click()
    await expect(sleepForm(page).date).toHaveValue('2025-08-10')
  })

  test('a day without records says so, and asks for no wake-up', async ({ carer }) => {
    const { page } = carer
    await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-02')
    await expect(page.getByRole('heading', { name: 'Sábado 2' })).toBeVisible()
    await expect(page.getByText('No hay registros para este día.')).toBeVisible()
    await expect(page.getByText('A qué hora despertó?')).toBeHidden()
    await expect(page.getByText('Sueño total del día')).toBeHidden()
  })

  test('a day whose records are no sleep has no total', async ({ family, phone }) => {
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn()
    await expect(phone.records).toHaveCount(1)
    await expect(phone.page.getByText('Sueño total del día')).toBeHidden()
  })

  test('«Añadir descanso» opens an empty form for today, also after an edit', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '10:00', '11:05', 'buena'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.feedings.fill('4')
    await phone.goTo('Diario')
    await phone.page
      .getByRole('region', { name: 'Diario' })
      .getByRole('button', { name: 'Añadir descanso' })
      .click()
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.date).toHaveValue(TODAY)
    await expect(form.feedings).toHaveValue('0')
    await expect(form.quality('Buena')).not.toBeChecked()
  })
})

test.describe('the wake-up', () => {
  test('needs a time', async ({ carer, page }) => {
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await carer.expectToast('Error', 'Por favor, introduce una hora.')
    await expect(carer.records).toHaveCount(0)
  })

  test('is stored with its date and time, and «Ahora» is the present Madrid time', async ({
    carer,
    family,
  }) => {
    const { page } = carer
    await page.getByRole('button', { name: 'Ahora' }).click()
    await expect(page.getByLabel('A qué hora despertó?')).toHaveValue('16:20')
    await carer.logWakeUp()
    await carer.expectToast('¡Despertar registrado!', 'El día ha comenzado. ¡Ahora a por la primera siesta!')
    await expect(carer.records).toContainText('Hora: 08:20')
    await expect
      .poll(() => family.records())
      .toMatchObject([{ type: 'despertar', date: TODAY, time: '08:20', start_time: null }])
  })
})

test('the ribbon says in words what it draws', async ({ family, phone }) => {
  await family.logs(
    wakeUp(TODAY, '08:20'),
    sleep('siesta', TODAY, '10:00', '11:10'),
    sleep('siesta', TODAY, '13:35', '15:05'),
  )
  await phone.signIn()
  await expect(
    phone.page.getByRole('region', { name: 'Diario' }).getByRole('img', { name: /^Hoy:/ }),
  ).toHaveAccessibleName(
    'Hoy: siestas de 10:00 a 11:10 y de 13:35 a 15:05; despertar a las 08:20. Ahora, 16:20. Próxima siesta, 17:35 a 18:05.',
  )
})
