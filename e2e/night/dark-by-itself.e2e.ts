import { hold } from '../kit/answers.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { sleep } from '../kit/seed.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE, test } from './clock.ts'
import { DARK, LIGHT, lookOf } from './look.ts'

test.use({ viewport: SMALL_PHONE, colorScheme: 'light' })
test.use(WITH_MOTION)

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
