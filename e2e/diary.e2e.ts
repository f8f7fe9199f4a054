import { expect } from './carer.ts'
import { sleep, test, wakeUp } from './seed.ts'
import { sleepForm } from './sleep-form.ts'

const TODAY = '2025-08-11'

test('a new family: a baby with the default name, born today, and a day that asks for its wake-up', async ({
  carer,
}) => {
  const { page } = carer
  await expect(page.getByText('Mi bebé · 0 días')).toBeVisible()
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
  account,
}) => {
  await phone.signIn(account)
  for (const [born, age] of AGES) {
    await family.born(born)
    await expect(phone.page.getByText(`Mi bebé · ${age}`, { exact: true }), `born ${born}`).toBeVisible()
  }
})

test('the logo has a light and a dark variant, at the login and in the diary', async ({ phone, account }) => {
  const { page } = phone
  const logo = page.getByRole('img', { name: 'Nana' }).locator('visible=true')
  async function expectTwoVariants() {
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    const light = await logo.screenshot()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect((await logo.screenshot()).equals(light)).toBe(false)
  }
  await phone.open()
  await expectTwoVariants()
  await phone.signIn(account)
  await expectTwoVariants()
})

test.describe('the day that is looked at', () => {
  test('today has its heading, its button and its suggestion; another day has others', async ({
    family,
    phone,
    account,
  }) => {
    const { page } = phone
    await family.logs(
      wakeUp(TODAY, '08:20'),
      wakeUp('2025-08-10', '07:30'),
      sleep('siesta', '2025-08-10', '10:00', '11:05'),
    )
    await phone.signIn(account)
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

  test('a day whose records are no sleep has no total', async ({ family, phone, account }) => {
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn(account)
    await expect(phone.records).toHaveCount(1)
    await expect(phone.page.getByText('Sueño total del día')).toBeHidden()
  })

  test('«Añadir descanso» opens an empty form for today, also after an edit', async ({
    family,
    phone,
    account,
  }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '10:00', '11:05', 'buena'))
    await phone.signIn(account)
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

test.describe('a record card', () => {
  test('shows the type, the star, the times, the duration, the counts and what disturbed', async ({
    family,
    phone,
    account,
  }) => {
    const night = {
      ...sleep('noche', '2025-08-10', '20:50', '08:20', 'mala'),
      wake_ups: 3,
      feedings: 2,
      diaper_changes: 1,
      disturbances: ['fever', 'reducedAppetite'],
    }
    await family.logs(night)
    await family.logs(sleep('siesta', '2025-08-10', '16:55', '17:30', 'regular'))
    await family.logs(sleep('siesta', '2025-08-10', '12:00', '13:05', 'buena'))
    await family.logs(sleep('siesta', '2025-08-10', '09:00', '10:00'))
    await family.logs(wakeUp('2025-08-10', '07:30'))
    await phone.signIn(account)
    await phone.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await expect(phone.records).toHaveCount(5)
    const [nightCard, short, good, plain, morning] = [0, 1, 2, 3, 4].map((index) => phone.records.nth(index))
    if (!nightCard || !short || !good || !plain || !morning) throw new Error('Five cards')

    await expect(nightCard.getByRole('heading', { name: 'Noche' })).toBeVisible()
    await expect(nightCard.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    await expect(nightCard).toContainText('20:50 – 08:20')
    await expect(nightCard).toContainText('11h 30m')
    await expect(nightCard.getByRole('term')).toHaveText(['Despertares', 'Tomas', 'Pañales'])
    await expect(nightCard.getByRole('definition')).toHaveText(['3', '2', '1'])
    await expect(nightCard.getByRole('listitem')).toHaveText(['Fiebre o enfermedad', 'Apetito reducido'])
    await expect(nightCard.getByRole('listitem').locator('svg').first()).toBeVisible()

    await expect(short.getByRole('heading', { name: 'Siesta' })).toBeVisible()
    await expect(short.getByRole('img', { name: 'Calidad: Regular' })).toBeVisible()
    await expect(short).toContainText('35m')
    await expect(good.getByRole('img', { name: 'Calidad: Buena' })).toBeVisible()
    await expect(plain.getByRole('img')).toHaveCount(0)
    await expect(plain.getByRole('listitem')).toHaveCount(0)

    await expect(morning.getByRole('heading', { name: 'Despertar' })).toBeVisible()
    await expect(morning).toContainText('Hora: 07:30')
    for (const card of [nightCard, short, good, plain]) {
      await expect(card.getByRole('button', { name: 'Editar' })).toBeVisible()
      await expect(card.getByRole('button', { name: 'Eliminar' })).toBeVisible()
    }
    await expect(morning.getByRole('button', { name: 'Editar' })).toBeHidden()
    await expect(morning.getByRole('button', { name: 'Eliminar' })).toBeVisible()
    await expect(phone.page.getByText('Sueño total del día').locator('..')).toContainText('14h 10m')
  })

  test('is deleted only after a question', async ({ family, phone, account }) => {
    const { page } = phone
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn(account)
    const remove = phone.records.getByRole('button', { name: 'Eliminar' })
    const dialog = page.getByRole('alertdialog', { name: '¿Estás seguro?' })
    await remove.click()
    await expect(dialog).toContainText(
      'Esta acción no se puede deshacer. Esto eliminará permanentemente el registro de sueño.',
    )
    await expect(dialog.getByRole('button')).toHaveText(['Cancelar', 'Eliminar'])
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await expect(phone.records).toHaveCount(1)
    await remove.click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await phone.expectToast('Registro eliminado', 'El registro de sueño ha sido eliminado correctamente.')
    await expect(phone.records).toHaveCount(0)
    await expect.poll(() => family.records()).toEqual([])
  })
})

test.describe('the wake-up', () => {
  test('needs a time', async ({ carer }) => {
    const { page } = carer
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

test.describe('the next sleep', () => {
  const morning = wakeUp(TODAY, '08:00')
  const naps = [
    sleep('siesta', TODAY, '09:30', '10:30'),
    sleep('siesta', TODAY, '12:30', '13:30'),
    sleep('siesta', TODAY, '15:15', '15:50'),
    sleep('siesta', TODAY, '16:00', '16:10'),
  ]
  for (const { after, records, label, range, why } of [
    {
      after: 'the wake-up',
      records: [],
      label: 'Próxima: Siesta 1',
      range: '09:30 – 10:00',
      why: 'Despertó 08:00 + 1h 30min',
    },
    {
      after: 'one nap',
      records: naps.slice(0, 1),
      label: 'Próxima: Siesta 2',
      range: '12:45 – 13:15',
      why: 'Despertó 10:30 + 2h 15min',
    },
    {
      after: 'two naps',
      records: naps.slice(0, 2),
      label: 'Próxima: Siesta 3',
      range: '16:00 – 16:30',
      why: 'Despertó 13:30 + 2h 30min',
    },
    {
      after: 'all planned naps',
      records: naps.slice(0, 3),
      label: 'Ventana de sueño antes de dormir',
      range: '18:35',
      why: 'Despertó 15:50 + 2h 45min',
    },
    {
      after: 'more naps than planned',
      records: naps,
      label: 'Ventana de sueño antes de dormir',
      range: '18:55',
      why: 'Despertó 16:10 + 2h 45min',
    },
  ]) {
    test(`after ${after} is «${label}», ${range}`, async ({ family, phone, account }) => {
      const { page } = phone
      await family.logs(morning, ...records)
      await phone.signIn(account)
      await expect(page.getByText(label, { exact: true })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: range })).toHaveText(range)
      await expect(page.getByText(why)).toBeHidden()
      await page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
      await expect(page.getByText(why)).toBeVisible()
    })
  }

  test('says how far it is, or for how long it is overdue', async ({ family, phone, account }) => {
    const { page } = phone
    await family.logs(morning)
    await phone.signIn(account)
    await expect(page.getByText('hace 6h 20m')).toBeVisible()
    await family.logs(sleep('siesta', TODAY, '15:00', '15:30'))
    await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
    await expect(page.getByText('en 1h 25m')).toBeVisible()
  })

  test('follows the plan, and a plan that cannot be read gives a hint instead', async ({
    family,
    phone,
    account,
  }) => {
    const { page } = phone
    await family.plans({ first_wake_window: '2h 00min' })
    await family.logs(morning)
    await phone.signIn(account)
    await expect(page.getByText('10:00 – 10:30')).toBeVisible()
    await family.plans({ first_wake_window: 'un rato' })
    await expect(
      page.getByText('Revisa las ventanas de sueño del plan para ver la próxima siesta.'),
    ).toBeVisible()
    await expect(page.getByText(/NaN/)).toBeHidden()
  })
})

test('the ribbon says in words what it draws', async ({ family, phone, account }) => {
  await family.logs(
    wakeUp(TODAY, '08:20'),
    sleep('siesta', TODAY, '10:00', '11:10'),
    sleep('siesta', TODAY, '13:35', '15:05'),
  )
  await phone.signIn(account)
  await expect(
    phone.page.getByRole('region', { name: 'Diario' }).getByRole('img', { name: /^Hoy:/ }),
  ).toHaveAccessibleName(
    'Hoy: siestas de 10:00 a 11:10 y de 13:35 a 15:05; despertar a las 08:20. Ahora, 16:20. Próxima siesta, 17:35 a 18:05.',
  )
})
