import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { fillDisk, freeDisk } from '../kit/full-disk.ts'
import { holdDisk } from '../kit/phones/slow-disk.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { runNapOnHeldDisk } from './held-disk.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test.describe('minutes that are taken off a running sleep’s start while others are being stored count too', () => {
  for (const [how, next, end] of [
    ['', null, null],
    [', before the sleep ends', 'Terminar siesta · 16:20', '16:20'],
    [', though the form is left at once', 'Cancelar', null],
  ] as const) {
    test(`and what is tapped next waits for them${how}`, async ({ family, phone, page }) => {
      const form = sleepForm(page)
      const letGo = await runNapOnHeldDisk({ family, phone, page })
      for (let tap = 0; tap < 3; tap += 1) await form.earlier(5, 'Hora de inicio').click()
      if (next !== null) await form.button(next).click()
      await letGo()
      await expect.poll(() => family.records()).toMatchObject([{ start_time: '14:45', end_time: end }])
    })
  }
})

test('a start that the phone refuses to move is all that is said, and moves by as much as is tapped next', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  const earlier = form.earlier(5, 'Hora de inicio')
  const refuse = await runNapOnHeldDisk({ family, phone, page })
  await fillDisk(page, 'all')
  await earlier.click()
  await earlier.click()
  await form.save.click()
  await refuse()
  await phone.expectToast('Error', 'No se pudo actualizar el registro.')
  await freeDisk(page)
  await earlier.click()
  await phone.expectToast('Hora de inicio guardada')
  await expect(form.start).toHaveValue('14:55')
  await expect.poll(() => family.records()).toMatchObject([{ start_time: '14:55', end_time: null }])
})

test.describe('a start that is entered and gets its ✓ while another one is being stored', () => {
  test('is stored in its turn, and what is tapped next waits for it', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    const letGo = await runNapOnHeldDisk({ family, phone, page })
    await form.earlier(5, 'Hora de inicio').click()
    await form.confirmStart.click()
    await form.enterStart('14:30')
    await form.button('Terminar siesta · 16:20').click()
    await letGo()
    await expect.poll(() => family.records()).toMatchObject([{ start_time: '14:30', end_time: '16:20' }])
  })

  test('is stored once, and what is taken off it since waits for a ✓', async ({ family, carer, page }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    const letGo = await holdDisk(page, family.userId)
    await form.confirmStart.click()
    await form.enterStart('15:30')
    await form.confirmStart.click()
    await form.earlier(5, 'Hora de inicio').click()
    await letGo()
    await expect.poll(() => family.records()).toMatchObject([{ start_time: '15:30' }])
    await expect(form.start).toHaveValue('15:25')
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
    await form.confirmStart.click()
    await expect.poll(() => family.records()).toMatchObject([{ start_time: '15:25' }])
  })

  test('is one ✓ however often that is tapped, and undone as one', async ({ family, carer, page }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    const letGo = await holdDisk(page, family.userId)
    await form.confirmStart.click()
    await form.confirmStart.click()
    await letGo()
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.poll(() => family.countRecords()).toBe(0)
  })
})

test('minutes that wait to be taken off a start bring no sleep back that is deleted meanwhile', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  const letGo = await runNapOnHeldDisk({ family, phone, page })
  await form.earlier(5, 'Hora de inicio').click()
  await form.earlier(5, 'Hora de inicio').click()
  await form.button('Cancelar').click()
  await phone.deleteRecord()
  await letGo()
  await expect(phone.records).toHaveCount(0)
  await phone.goTo('Añadir descanso')
  await form.confirmStart.click()
  await phone.expectToast('Hora de inicio guardada')
  await expect.poll(() => family.records()).toMatchObject([{ start_time: '16:20' }])
})

test('«Deshacer» is of the last start alone, and isn’t offered while another one is being stored', async ({
  family,
  carer,
  page,
}) => {
  const form = sleepForm(page)
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await carer.goTo('Añadir descanso')
  await form.confirmStart.click()
  await expect(undo).toBeVisible()
  const letGo = await holdDisk(page, family.userId)
  for (let tap = 0; tap < 3; tap += 1) await form.earlier(5, 'Hora de inicio').click()
  // Whoever looks for it longer finds none either, because a message goes by itself.
  expect(await undo.count()).toBe(0)
  await letGo()
  await expect.poll(() => family.records()).toMatchObject([{ start_time: '16:05' }])
  await undo.click()
  await expect.poll(() => family.records()).toMatchObject([{ start_time: '16:10' }])
  await expect(form.start).toHaveValue('16:10')
  await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
})

test('the end’s question is answered once a start that is being moved is stored', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '11:30'))
  await phone.signIn()
  await form.button('Terminar siesta · 16:20').click()
  const letGo = await holdDisk(page, family.userId)
  await form.earlier(5, 'Hora de inicio').click()
  await form.earlier(5, 'Hora de inicio').click()
  await form.button('Es una noche').click()
  await letGo()
  const ended = { type: 'noche', start_time: '11:20', end_time: '16:20', duration: 300 }
  await expect.poll(() => family.records()).toMatchObject([ended])
})

test('a tap on a count counts once though it comes as soon as ✓ is drawn', async ({
  family,
  carer,
  page,
}) => {
  const form = sleepForm(page)
  await carer.goTo('Añadir descanso')
  const more = await form.button('Más tomas').elementHandle()
  await form.confirmStart.evaluate((check, tapped) => {
    new MutationObserver((_, observer) => {
      if (check.getAttribute('aria-pressed') !== 'true') return
      observer.disconnect()
      if (tapped instanceof HTMLElement) tapped.click()
    }).observe(check, { attributes: true })
  }, more)
  await form.confirmStart.click()
  await expect.poll(() => family.records()).toMatchObject([{ start_time: '16:20', feedings: 1 }])
  await form.button('Más tomas').click()
  await expect.poll(() => family.records()).toMatchObject([{ feedings: 2 }])
  await expect(form.feedings).toHaveValue('2')
})
