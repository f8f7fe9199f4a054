import { atRest, expectAccessible } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from './clock.ts'
import { colours, lightOf } from './colours.ts'
import { test } from './drawn-clock.ts'
import { DARK, LIGHT, lookOf } from './look.ts'

test.use({ viewport: SMALL_PHONE, colorScheme: 'light' })
test.use(WITH_MOTION)

test('while a night runs the app is dark with 0 taps, and light again in the morning', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await family.logs(wakeUp(EVENING, '07:30'))
  await atTime(phone, EVENING, '20:30')
  await phone.signIn()
  expect(await lookOf(page)).toMatchObject(LIGHT)
  const form = sleepForm(page)
  await phone.goTo('Añadir descanso')
  await form.confirmStart.tap()
  await phone.expectToast('Hora de inicio guardada')
  // A nap isn't a night, so the app stays light.
  expect(await lookOf(page)).toMatchObject(LIGHT)
  await form.type('Noche').check()
  await expect.poll(() => lookOf(page)).toEqual({ ...DARK, chosen: null })
  await phone.goTo('Diario')
  await atTime(phone, MORNING, '07:05')
  await page.getByRole('button', { name: 'Terminar noche · 07:05' }).tap()
  await expect.poll(() => lookOf(page)).toEqual({ ...LIGHT, chosen: null })
})

test('a night that was forgotten beside another one keeps nothing dark once that has ended', async ({
  phone,
  family,
}) => {
  await family.logs(sleep('noche', EVENING, '20:40'), sleep('noche', EVENING, '20:52', '07:05'))
  await atTime(phone, MORNING, '07:04')
  await phone.signIn()
  await expect.poll(() => lookOf(phone.page)).toMatchObject(DARK)
  await atTime(phone, MORNING, '07:05')
  await expect.poll(() => lookOf(phone.page)).toMatchObject(LIGHT)
})

test('red nights are 1 tap: no blue in any colour, the head under 2 % of white, and all of it readable', async ({
  phone,
  family,
}) => {
  const { page } = phone
  const red = { theme: 'dark', look: 'red', bar: '#120500' }
  await family.logs(sleep('noche', EVENING, '20:30'), wakeUp(MORNING, '01:00'))
  await atTime(phone, MORNING, '03:10')
  await phone.signIn()
  await phone.goTo('Diario')
  await page.getByRole('switch', { name: 'Luz roja de noche' }).tap()
  await expect.poll(() => lookOf(page)).toMatchObject(red)
  for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
    await phone.goTo(tab)
    await atRest(page)
    expect(await colours(page), tab).toEqual({ blue: [] })
    await expectAccessible(page)
    await page.evaluate(() => scrollTo(0, 0))
    const light = await lightOf(page)
    expect(light.mostBlue, `${tab}: a picture of it`).toBe(0)
    expect(light.mean, `${tab}: a picture of it`).toBeLessThan(0.02)
  }
  await phone.goTo('Diario')
  await page.getByRole('button', { name: 'Terminar noche · 03:10' }).tap()
  await expect.poll(() => lookOf(page)).toMatchObject(LIGHT)
  await page.getByRole('button', { name: 'Seguir durmiendo' }).first().tap()
  await expect.poll(() => lookOf(page)).toMatchObject(red)
  await page.getByRole('switch', { name: 'Luz roja de noche' }).tap()
  await expect.poll(() => lookOf(page)).toMatchObject(DARK)
})
