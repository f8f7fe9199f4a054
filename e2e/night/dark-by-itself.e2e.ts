import type { Page } from '@playwright/test'
import { atRest, expectAccessible } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE, test } from './clock.ts'
import { colours, lightOf } from './colours.ts'

test.use({ viewport: SMALL_PHONE, colorScheme: 'light' })
test.use(WITH_MOTION)

/** Returns the theme, and the colour of the phone's own bar, which goes with it. */
function lookOf(page: Page) {
  return page.evaluate(() => {
    const { theme, look = null } = document.documentElement.dataset
    const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content
    return { theme, look, bar, chosen: localStorage.getItem('theme') }
  })
}

const LIGHT = { theme: 'light', look: null, bar: '#e3f1fa' }
const DARK = { theme: 'dark', look: null, bar: '#151311' }

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

test('what is chosen with 1 tap during a night stays for that night; the one of the days is untouched', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await family.logs(sleep('noche', EVENING, '20:30'))
  await atTime(phone, EVENING, '22:00')
  await phone.open()
  await page.getByRole('button', { name: 'Cambiar tema' }).tap()
  await page.getByRole('button', { name: 'Cambiar tema' }).tap()
  await phone.enterPassword()
  await expect(phone.tabBar).toBeVisible()
  await expect.poll(() => lookOf(page)).toEqual({ ...DARK, chosen: 'light' })
  await phone.goTo('Diario')
  await phone.seenButton('Cambiar tema').tap()
  await expect.poll(() => lookOf(page)).toEqual({ ...LIGHT, chosen: 'light' })
  await phone.reload()
  await expect.poll(() => lookOf(page)).toEqual({ ...LIGHT, chosen: 'light' })
  await phone.goTo('Diario')
  await page.getByRole('button', { name: /^Terminar noche/ }).tap()
  await page.getByRole('button', { name: 'Terminar noche de todos modos' }).tap()
  await expect(page.getByText('Durmiendo desde 20:30')).toBeHidden()
  // The next night is dark by itself again.
  await family.logs(sleep('noche', EVENING, '22:00'))
  await expect.poll(() => lookOf(page)).toEqual({ ...DARK, chosen: 'light' })
})

test.describe('a start', () => {
  // The page has to come from the server and its script late, which a service worker would bring at once.
  test.use({ serviceWorkers: 'block' })

  test('during the night is never light, not even before the script; after a sign-out it is no longer dark', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30'))
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await expect.poll(() => lookOf(page)).toMatchObject(DARK)
    const release = await hold(page.context(), '**/assets/index-*.js')
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByText('Cargando datos...')).toBeVisible()
    expect(await lookOf(page)).toMatchObject(DARK)
    release()
    await expect(phone.tabBar).toBeVisible()
    await phone.signOut()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect.poll(() => lookOf(page)).toMatchObject(LIGHT)
  })
})

test('red nights are 1 tap: no blue in any colour, the face under 2 % of white, and all of it readable', async ({
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
