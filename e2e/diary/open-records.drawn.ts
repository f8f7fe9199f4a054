import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test('an open sleep comes first on load: its form is open', async ({ family, phone }) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', TODAY, '15:50'), sleep('siesta', TODAY, '10:00', '11:00'))
  await phone.signIn()
  await expect(form.title).toHaveText('Editar Descanso')
  await expect(form.start).toHaveValue('15:50')
  await expect(form.end).toHaveValue('')
  await expect(phone.tabBar.getByRole('button', { name: 'Añadir descanso' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await phone.goTo('Diario')
  await phone.reload()
  await expect(form.title).toHaveText('Editar Descanso')
})

test('an open sleep runs until its end in the form closes it: the next load begins in the diary', async ({
  family,
  phone,
}) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', TODAY, '15:00'))
  await phone.signIn()
  await form.endNow.click()
  await form.confirmEnd.click()
  await form.save.click()
  await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
  await expect(phone.records).toContainText('15:00 – 16:20')
  await expect(phone.seen('En curso')).toHaveCount(0)
  await phone.reload()
  await expect(phone.page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
})

test('an open sleep: while it runs the diary shows it instead of a suggestion, and counts it', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(
    wakeUp(TODAY, '08:20'),
    sleep('siesta', TODAY, '10:00', '11:10'),
    sleep('siesta', TODAY, '15:38'),
  )
  await phone.signIn()
  await phone.goTo('Diario')
  await expect(page.getByText('Durmiendo desde 15:38')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText('42m')
  await expect(page.getByText(/^Próxima/)).toBeHidden()
  await expect(page.getByText('Sueño total del día').locator('..')).toContainText('1h 52m')
  await expect(page.getByText('Incluye el sueño en curso')).toBeVisible()
  await expect(phone.records.first()).toContainText('15:38 – En curso')
  await expect(phone.records.first()).toContainText('42m')
  await page.getByRole('button', { name: 'Terminar siesta · 16:20' }).click()
  await expect(page.getByText('Próxima: Siesta 3')).toBeVisible()
})

test('open sleeps: of several, the latest is the open one; the older shows «Sin hora de fin», counts nothing and can be ended', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '15:50'), sleep('siesta', TODAY, '12:00'))
  await phone.signIn()
  await expect(form.start).toHaveValue('15:50')
  await phone.goTo('Diario')
  await expect(page.getByText('Durmiendo desde 15:50')).toBeVisible()
  const older = phone.records.filter({ hasText: '12:00' })
  await expect(older).toContainText('12:00 – Sin hora de fin')
  await expect(page.getByText('Sueño total del día').locator('..')).toContainText('30m')
  await older.getByRole('button', { name: 'Editar' }).click()
  await expect(form.start).toHaveValue('12:00')
  await form.enterEnd('13:00')
  await form.save.click()
  await expect(phone.records.filter({ hasText: '12:00' })).toContainText('12:00 – 13:00')
  await expect(page.getByText('Sueño total del día').locator('..')).toContainText('1h 30m')
  await expect(page.getByText('Durmiendo desde 15:50')).toBeVisible()
})

test('a second sleep that begins while one runs: the form says so, and ✓ begins it all the same', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  await phone.goTo('Diario')
  await page.getByRole('button', { name: 'Añadir descanso' }).locator('visible=true').first().click()
  await expect(form.title).toHaveText('Añadir Descanso')
  const running = form.screen.getByText('Ya hay una siesta en curso, desde las 15:38.')
  await expect(running).toBeVisible()
  await form.confirmStart.click()
  await phone.expectToast('Hora de inicio guardada')
  await expect(running).toBeHidden()
})

test('«Editar» pressed while its end is still being stored finds it ended, and no other phone is blamed', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  await phone.goTo('Diario')
  const end = await page.getByRole('button', { name: 'Terminar siesta · 16:20' }).elementHandle()
  const edit = await phone.records.getByRole('button', { name: 'Editar' }).elementHandle()
  await page.evaluate(
    (buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    },
    [end, edit],
  )
  await phone.expectToast('¡Descanso actualizado!')
  await expect(form.title).toHaveText('Editar Descanso')
  await expect(form.end).toHaveValue('16:20')
  await expect(page.getByText(/en otro móvil/).locator('visible=true')).toHaveCount(0)
})

test.describe('a sleep that nobody ended for over 16 hours', () => {
  test('is asked about in its form and in the diary, and counts nothing until then', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    const form = sleepForm(page)
    await family.logs(sleep('siesta', '2025-08-10', '23:50'))
    await phone.signIn()
    await expect(form.screen.getByRole('heading', { name: '¿A qué hora terminó este sueño?' })).toBeVisible()
    await expect(form.screen.getByText('Empezó: Domingo 10, 23:50')).toBeVisible()
    await phone.goTo('Diario')
    await expect(page.getByRole('heading', { name: '¿A qué hora terminó este sueño?' })).toBeVisible()
    await expect(page.getByText(/^Durmiendo desde/)).toBeHidden()
    await expect(page.getByText('Sueño total del día')).toBeHidden()

    const question = page
      .getByRole('region', { name: 'Diario' })
      .locator('form')
      .filter({ hasText: 'Empezó' })
    await question.getByRole('button', { name: 'Guardar', exact: true }).click()
    await phone.expectToast('Error', 'Por favor, introduce una hora.')
    await question.getByLabel('Hora de fin').fill('01:10')
    await question.getByRole('button', { name: 'Guardar', exact: true }).click()
    await question.getByRole('button', { name: 'Terminar siesta de todos modos' }).click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect(page.getByText('¿A qué hora terminó este sueño?')).toBeHidden()
    await expect
      .poll(() => family.records())
      .toMatchObject([{ date: '2025-08-10', end_time: '01:10', duration: 80 }])
  })

  test('doesn’t stand in the way of a nap: over its form «+» and ✓ record one', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', '2025-08-10', '23:50'))
    await phone.signIn()
    await expect(form.title).toHaveText('Editar Descanso')
    await phone.goTo('Añadir descanso')
    await expect(form.title).toHaveText('Añadir Descanso')
    await form.confirmStart.click()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toHaveLength(2)
  })

  test('is not asked about before that', async ({ family, phone }) => {
    await family.logs(sleep('noche', TODAY, '00:30'))
    await phone.signIn()
    await expect(sleepForm(phone.page).title).toHaveText('Editar Descanso')
    await expect(phone.page.getByText('¿A qué hora terminó este sueño?')).toBeHidden()
    await phone.goTo('Diario')
    await expect(phone.page.getByRole('timer')).toHaveText('15h 50m')
  })
})

test.describe('a night left open although the wake-up is logged', () => {
  test('wins over it: one tap in the diary ends it at the wake-up', async ({ family, phone, page }) => {
    await family.logs(sleep('noche', '2025-08-10', '20:50'), wakeUp(TODAY, '08:10'))
    await phone.signIn()
    await phone.goTo('Diario')
    await expect(page.getByText('El despertar está anotado a las 08:10.')).toBeVisible()
    await expect(page.getByText(/^Próxima/)).toBeHidden()
    await page.getByRole('button', { name: 'Terminar noche · 08:10' }).click()
    await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche.')
    await expect(page.getByText('Próxima: Siesta 1')).toBeVisible()
    await expect
      .poll(async () => (await family.records()).find(({ type }) => type === 'noche'))
      .toMatchObject({
        end_time: '08:10',
        duration: 680,
      })
  })

  test('is offered it in the diary however long ago that was', async ({ family, phone, page }) => {
    await family.logs(sleep('noche', '2025-08-06', '20:50'), wakeUp('2025-08-07', '08:10'))
    await phone.signIn()
    await phone.goTo('Diario')
    await page
      .getByRole('region', { name: 'Diario' })
      .getByRole('button', { name: 'Terminar noche · 08:10' })
      .click()
    await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche.')
    await expect
      .poll(async () => (await family.records()).find(({ type }) => type === 'noche'))
      .toMatchObject({ date: '2025-08-06', end_time: '08:10', duration: 680 })
  })

  test('is offered that time in its form too', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('noche', TODAY, '01:00'), wakeUp(TODAY, '08:10'))
    await phone.signIn()
    await expect(form.screen.getByText('El despertar está anotado a las 08:10.')).toBeVisible()
    await form.button('Terminar noche · 08:10').click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect(phone.records.filter({ hasText: 'Noche' })).toContainText('01:00 – 08:10')
  })
})

test('a nap that nobody ended is asked about once the baby has slept since, and counts nothing until then', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '13:00'), sleep('siesta', TODAY, '15:00', '15:40'))
  await phone.signIn()
  await expect(form.title).toHaveText('Editar Descanso')
  await expect(form.screen.getByText('¿A qué hora terminó este sueño?')).toBeVisible()
  await phone.goTo('Diario')
  await expect(page.getByRole('heading', { name: '¿A qué hora terminó este sueño?' })).toBeVisible()
  await expect(page.getByText(/^Durmiendo desde/)).toBeHidden()
  await expect(phone.records.filter({ hasText: '13:00' })).toContainText('13:00 – Sin hora de fin')
  await expect(phone.seen('En curso')).toHaveCount(0)
  await expect(page.getByText('Sueño total del día').locator('..')).toContainText('40m')
  await phone.tabBar.getByRole('button', { name: 'Añadir descanso' }).click()
  await expect(form.title).toHaveText('Añadir Descanso')
})
