import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.describe('what is noted while a sleep runs', () => {
  test('is kept at once: it needs no end', async ({ family, phone, newPhone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', '2025-08-11', '15:50'))
    await phone.signIn()
    await expect(form.title).toHaveText('Editar Descanso')
    await expect(form.screen.getByText('Mientras duerme, lo que anotes se guarda solo.')).toBeVisible()
    await form.type('Noche').check()
    await form.button('Más tomas').tap()
    await form.button('Más tomas').tap()
    await form.button('Menos tomas').tap()
    await form.disturbance('Dentición').check()
    await form.wakeUps.fill('3')
    await expect
      .poll(async () => (await family.records())[0])
      .toMatchObject({ type: 'noche', feedings: 1, disturbances: ['teething'], wake_ups: 3, end_time: null })
    await phone.reload()
    await expect(form.feedings).toHaveValue('1')
    const partner = await newPhone()
    await expect(sleepForm(partner.page).wakeUps).toHaveValue('3')
  })

  test('on one phone is not undone by what the other one notes', async ({ family, phone, newPhone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', '2025-08-11', '15:00'))
    await phone.signIn()
    const partner = await newPhone()
    const theirs = sleepForm(partner.page)
    await theirs.button('Más tomas').tap()
    await theirs.quality('Regular').check()
    await expect.poll(async () => (await family.records())[0]).toMatchObject({ quality: 'regular' })
    await form.button('Más pañales').tap()
    await form.enterEnd('16:00')
    await form.save.tap()
    await expect
      .poll(async () => (await family.records())[0])
      .toMatchObject({ end_time: '16:00', feedings: 1, diaper_changes: 1, quality: 'regular' })
  })
})

test('a record that the other phone deleted while it was being edited is not lost', async ({
  family,
  phone,
  newPhone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', '2025-08-11', '13:00', '14:00'))
  let asksAfter = 0
  page.on('request', (request) => {
    asksAfter = Number(/\/events\/v1\/changes\?after=(\d+)/.exec(request.url())?.[1] ?? asksAfter)
  })
  await phone.signIn()
  await phone.records.getByRole('button', { name: 'Editar' }).click()
  await form.quality('Buena').check()
  const told = page.waitForResponse(
    async (answer) => answer.url().includes('/deleted_rows') && (await answer.json()).length > 0,
  )
  const partner = await newPhone()
  await expect(partner.records).toHaveCount(1)
  await expect.poll(() => asksAfter).toBeGreaterThan(0)
  const before = asksAfter
  await partner.deleteRecord()
  await told
  // The phone asks for later changes only once it has stored the deletion.
  await expect.poll(() => asksAfter).toBeGreaterThan(before)
  await form.save.tap()
  await phone.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 0m.')
  await expect(phone.records).toContainText('13:00 – 14:00')
  await expect(partner.records.getByRole('img', { name: 'Calidad: Buena' })).toBeVisible()
})
