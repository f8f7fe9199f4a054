import { atRest, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import type { DrawnCarer } from '../kit/drawn/drawn-story.ts'
import { type Family, sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from './clock.ts'
import { test } from './drawn-clock.ts'

test.use({ viewport: SMALL_PHONE })

const NAMES = ['+1 despertar', '+1 toma', '+1 pañal'] as const

function target({ page }: DrawnCarer, name: (typeof NAMES)[number]) {
  return page.getByRole('region', { name: 'Diario' }).getByRole('button', { name, exact: true })
}

async function countsOf(family: Family) {
  const [night] = await family.records()
  return [night?.wake_ups, night?.feedings, night?.diaper_changes]
}

test.describe('at three in the night', () => {
  test.beforeEach(async ({ family, phone }) => {
    await family.logs(sleep('noche', EVENING, '20:30'))
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await phone.goTo('Diario')
  })

  test('+1 despertar is 1 tap, +1 toma and +1 pañal another each, large and in the lower half', async ({
    phone,
    family,
  }) => {
    for (const name of NAMES) {
      const box = await target(phone, name).boundingBox()
      expect(box?.y, name).toBeGreaterThanOrEqual(SMALL_PHONE.height / 2)
      // The button has to end above the tab bar.
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(SMALL_PHONE.height - 66)
      expect(box?.height, name).toBeGreaterThanOrEqual(56)
    }
    await target(phone, '+1 despertar').tap()
    await phone.expectToast('Despertar anotado', '03:10 · va 1')
    await target(phone, '+1 toma').tap()
    await phone.expectToast('Toma anotada', '03:10 · va 1')
    await target(phone, '+1 pañal').tap()
    await phone.expectToast('Pañal anotado', '03:10 · va 1')
    await atTime(phone, MORNING, '04:45')
    await target(phone, '+1 despertar').tap()
    await expect(target(phone, '+1 despertar')).toHaveAccessibleDescription('van 2 · 04:45')
    await expect.poll(() => countsOf(family)).toEqual([2, 1, 1])
  })

  test('on a tall phone they move down to the thumb', async ({ phone }) => {
    await phone.page.setViewportSize({ width: 390, height: 844 })
    for (const name of NAMES) {
      const top = async () => (await target(phone, name).boundingBox())?.y
      await expect.poll(top, { message: name }).toBeGreaterThanOrEqual(422)
      await expect(target(phone, name)).toBeInViewport({ ratio: 1 })
    }
  })

  test('a tap too many is taken back with 1 tap, and no other one', async ({ phone, family }) => {
    await target(phone, '+1 despertar').tap()
    await phone.expectToast('Despertar anotado', 'va 1')
    await atTime(phone, MORNING, '03:12')
    await target(phone, '+1 despertar').tap()
    await phone.expectToast('Despertar anotado', 'van 2')
    await phone.page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(target(phone, '+1 despertar')).toHaveAccessibleDescription('va 1 · 03:10')
    await expect.poll(() => countsOf(family)).toEqual([1, 0, 0])
  })

  test('two taps in one moment are two, as the toast says', async ({ phone, family }) => {
    await target(phone, '+1 toma').evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await phone.expectToast('Toma anotada', '03:10 · van 2')
    await expect.poll(() => countsOf(family)).toEqual([0, 2, 0])
  })

  test('the tenth waking is the last one that counts: its target says so', async ({ phone, family }) => {
    const form = sleepForm(phone.page)
    await phone.goTo('Añadir descanso')
    await form.wakeUps.fill('10')
    await expect.poll(() => countsOf(family)).toEqual([10, 0, 0])
    await phone.goTo('Diario')
    await expect(target(phone, '+1 despertar')).toHaveAccessibleDescription('Ya son 10')
    await target(phone, '+1 despertar').tap({ force: true })
    await phone.expectToast('Ya son 10', 'Un registro cuenta 10 despertares como mucho.')
    await expect.poll(() => countsOf(family)).toEqual([10, 0, 0])
  })

  test('a count that is typed in the form is stored when it is whole: what was tapped stays', async ({
    phone,
    page,
    family,
  }) => {
    const form = sleepForm(page)
    const tapsOf = async () => (await family.records()).flatMap(({ taps }) => taps.map(({ kind }) => kind))
    for (const count of [1, 2, 3]) {
      await target(phone, '+1 toma').tap()
      await phone.expectToast('Toma anotada', `va${count === 1 ? '' : 'n'} ${count}`)
    }
    await phone.goTo('Añadir descanso')
    await form.feedings.fill('')
    await form.feedings.pressSequentially('1')
    // This is stored after whatever the digit has stored.
    await form.button('Más pañales').evaluate((more: HTMLElement) => more.click())
    await expect.poll(() => countsOf(family)).toEqual([0, 3, 1])
    await form.feedings.pressSequentially('2')
    await form.diapers.focus()
    await expect.poll(() => countsOf(family)).toEqual([0, 12, 1])
    expect(await tapsOf()).toEqual(['feedings', 'feedings', 'feedings'])
    await form.feedings.fill('13')
    await form.feedings.press('ArrowUp')
    await expect.poll(() => countsOf(family)).toEqual([0, 14, 1])
    await form.feedings.fill('4')
    await form.feedings.press('Enter')
    await phone.expectToast('Sigue durmiendo')
    await expect.poll(() => countsOf(family)).toEqual([0, 4, 1])
    expect(await tapsOf()).toEqual(['feedings', 'feedings', 'feedings'])
  })

  test('a thumb that goes to 1 and back to 0 on the slider of the form leaves it at what is tapped', async ({
    phone,
    page,
  }) => {
    await phone.reload()
    const form = sleepForm(page)
    await form.wakeUps.scrollIntoViewIfNeeded()
    await atRest(page)
    const { x = 0, y = 0, width = 0, height = 0 } = (await form.wakeUps.boundingBox()) ?? {}
    await page.mouse.move(x + 10, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 8, y + height / 2, { steps: 5 })
    await expect(form.wakeUps).toHaveValue('1')
    await page.mouse.move(x + 10, y + height / 2, { steps: 5 })
    await expect(form.wakeUps).toHaveValue('0')
    await page.mouse.up()
    await form.button('+1 despertar').tap()
    await phone.expectToast('Despertar anotado', '03:10 · va 1')
    await expect(form.wakeUps).toHaveValue('1')
  })

  test('fits the narrowest phone, and the form of the night has the same head', async ({ phone, page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFitsWidth(page)
    expect(await smallTargets(page)).toEqual([])
    await page.setViewportSize(SMALL_PHONE)
    await phone.reload()
    const form = sleepForm(page)
    await expect(form.screen.locator('[data-tone=night]')).toBeVisible()
    await form.button('+1 despertar').tap()
    await phone.expectToast('Despertar anotado', '03:10 · va 1')
    await expect(form.wakeUps).toHaveValue('1')
  })
})

test('a nap’s head has no such targets: they are for the night', async ({ phone, family }) => {
  await family.logs(sleep('siesta', MORNING, '14:00'))
  await atTime(phone, MORNING, '14:30')
  await phone.signIn()
  await phone.goTo('Diario')
  await expect(phone.page.getByText('Durmiendo desde 14:00')).toBeVisible()
  await expect(target(phone, '+1 despertar')).toBeHidden()
})

test('the form that started the night keeps its head past midnight, and «Guardar» leaves it running', async ({
  phone,
  family,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await atTime(phone, EVENING, '22:30')
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  await form.button('Sí, noche').tap()
  await form.confirmStart.tap()
  await phone.expectToast('Hora de inicio guardada')
  await phone.goTo('Diario')
  await phone.goTo('Añadir descanso')
  await expect(form.button('+1 despertar')).toBeVisible()
  await atTime(phone, MORNING, '00:30')
  await expect(form.button('Terminar noche · 00:30')).toBeVisible()
  await form.button('+1 despertar').tap()
  await phone.expectToast('Despertar anotado', '00:30 · va 1')
  await expect(form.button('Guardar y otro')).toBeHidden()
  await form.save.tap()
  await phone.expectToast('Sigue durmiendo', 'Todo lo anotado está guardado.')
  await expect.poll(() => family.records()).toMatchObject([{ type: 'noche', end_time: null, wake_ups: 1 }])
})
