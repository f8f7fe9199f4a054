import { atRest } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { Thumb } from './thumb.ts'

const TODAY = '2025-08-11'
const YESTERDAY = '2025-08-10'

test.use({ viewport: { width: 375, height: 667 } })

test('three sleeps of yesterday in the form are 18 taps: the next one begins where the last did, without a jump', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  const thumb = new Thumb()
  const another = form.button('Guardar y otro')
  await family.logs(wakeUp(TODAY, '07:30'), wakeUp(YESTERDAY, '07:40'))
  await phone.signIn()
  await thumb.tap(page.getByRole('button', { name: 'Día anterior' }))
  await thumb.tap(page.getByRole('button', { name: 'Añadir registro a este día' }))
  await atRest(page)
  const place = await form.start.boundingBox()

  async function enter(start: string, end: string) {
    await thumb.type(form.start, start)
    await thumb.tap(form.confirmStart)
    await thumb.type(form.end, end)
    await thumb.tap(form.confirmEnd)
  }
  await enter('09:40', '10:50')
  await thumb.tap(another)
  await phone.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 10m.')
  await expect(form.start).toHaveValue('')
  await expect(form.date).toHaveValue(YESTERDAY)
  await expect.poll(() => form.start.boundingBox()).toEqual(place)
  await expect(form.button('Último fin: 10:50')).toBeVisible()

  await enter('13:00', '14:30')
  await thumb.tap(another)
  await expect(form.start).toHaveValue('')
  await expect(form.button('Último fin: 14:30')).toBeVisible()
  await expect.poll(() => form.start.boundingBox()).toEqual(place)

  await thumb.tap(form.type('Noche'))
  await enter('20:30', '07:30')
  await thumb.tap(form.save)
  expect(thumb.taps).toBe(18)
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeVisible()
  await expect(phone.records).toHaveCount(4)
  await expect
    .poll(async () => (await family.records()).filter(({ date }) => date === YESTERDAY).length)
    .toBe(4)
})

test('«Guardar y otro» is of new sleeps of another day only, and asks for what is missing or odd like «Guardar»', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  const another = form.button('Guardar y otro')
  await family.logs(wakeUp(TODAY, '07:30'), sleep('siesta', YESTERDAY, '10:00', '11:00'))
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  await expect(form.save).toBeVisible()
  await expect(another).toBeHidden()
  await phone.goTo('Diario')
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await phone.records.getByRole('button', { name: 'Editar' }).click()
  await expect(form.title).toHaveText('Editar Descanso')
  await expect(another).toBeHidden()
  await form.cancel.click()

  await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
  await another.click()
  await phone.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
  await form.enterStart('10:30')
  await form.enterEnd('11:30')
  await another.click()
  await expect(form.screen.getByText('Se solapa con una siesta (10:00 – 11:00).')).toBeVisible()
  await another.click()
  await phone.expectToast('¡Descanso guardado!')
  await expect(form.start).toHaveValue('')
  // What was saved is no draft any more, and isn't offered again.
  await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
  await form.cancel.click()
  await expect(phone.records).toHaveCount(2)
})
