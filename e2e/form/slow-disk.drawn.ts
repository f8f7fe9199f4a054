import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { fillDisk, freeDisk } from '../kit/full-disk.ts'
import { holdDisk } from '../kit/phones/slow-disk.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { runNapOnHeldDisk, type Story } from './held-disk.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

/** Changes the end of today's nap to 10:55 and saves that while the disk is busy. Answers how to let go of it. */
async function saveWhileHeld({ family, phone, page }: Story) {
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  await phone.signIn()
  await phone.records.getByRole('button', { name: 'Editar' }).click()
  await form.confirmEnd.click()
  await form.enterEnd('10:55')
  const letGo = await holdDisk(page, family.userId)
  await form.save.click()
  return letGo
}

/**
 * Leaves the end of a nap that runs by «Volver», while a feeding of it is being stored on a disk that is busy, and may
 * be full as well. Answers how to let go of it.
 */
async function leaveWhileHeld({ family, phone, page }: Story, disk?: 'full') {
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '15:00'))
  await phone.signIn()
  await form.enterEnd('16:10')
  const letGo = await holdDisk(page, family.userId)
  if (disk === 'full') await fillDisk(page, 'all')
  await form.button('Más tomas').click()
  await form.button('Volver').click()
  await expect(form.screen).toBeHidden()
  return letGo
}

test('nothing can be entered while a form is being saved, and all again once that is refused', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '15:00'))
  await phone.signIn()
  await form.enterEnd('16:10')
  await form.feedings.fill('2')
  const refuse = await holdDisk(page, family.userId)
  await fillDisk(page, 'all')
  await form.feedings.press('Enter')
  await page.keyboard.type('7')
  await expect(form.feedings).toHaveValue('2')
  await refuse()
  await phone.expectToast('Error')
  await expect(form.feedings).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('3')
  await freeDisk(page)
  const letGo = await holdDisk(page, family.userId)
  await form.save.click()
  await form.button('Más tomas').click()
  await form.confirmEnd.click()
  await form.quality('Mala').click()
  await expect(form.feedings).toHaveValue('3')
  await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'true')
  await expect(form.quality('Mala')).not.toBeChecked()
  await form.button('Terminar siesta · 16:20').click()
  await form.save.click()
  await letGo()
  await phone.expectToast('¡Descanso actualizado!')
  await expect(phone.records).toContainText('15:00 – 16:10')
  await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:10', feedings: 3, quality: null }])
})

test('nothing can be entered while its head ends the sleep of a form, and all again once that is refused', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  const end = form.button('Terminar siesta · 16:20')
  const refuse = await runNapOnHeldDisk({ family, phone, page })
  await fillDisk(page, 'all')
  await end.click()
  await form.feedings.fill('4')
  await expect(form.feedings).toHaveValue('0')
  await form.end.fill('16:10')
  await expect(form.end).toHaveValue('')
  await form.quality('Mala').click()
  await expect(form.quality('Mala')).not.toBeChecked()
  await refuse()
  await phone.expectToast('Error')
  await freeDisk(page)
  await form.feedings.fill('3')
  await end.click()
  await phone.expectToast('¡Descanso actualizado!')
  await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:20', feedings: 3, quality: null }])
})

for (const [what, field, text] of [
  ['a time', 'end', '16:10'],
  ['a count', 'feedings', '4'],
] as const) {
  test(`${what} that is entered once a sleep is left to go on stays in its form`, async ({
    family,
    phone,
    page,
  }) => {
    const form = sleepForm(page)
    const letGo = await runNapOnHeldDisk({ family, phone, page })
    await form.button('Más tomas').click()
    await form.save.click()
    await form[field].fill(text)
    await letGo()
    await phone.expectToast('Sigue durmiendo')
    await expect(form[field]).toHaveValue(text)
    expect(await family.records()).toMatchObject([{ end_time: null, feedings: 1 }])
  })
}

test('«Guardar» asks for the ✓ of a start that is entered while another one is being stored', async ({
  family,
  carer,
  page,
}) => {
  const form = sleepForm(page)
  await carer.goTo('Añadir descanso')
  const letGo = await holdDisk(page, family.userId)
  await form.confirmStart.click()
  await form.start.fill('16:10')
  await form.save.click()
  await letGo()
  await carer.expectToast('Confirmación requerida')
  await expect(form.confirmStart).toBeFocused()
  await expect(form.start).toHaveValue('16:10')
})

test('an end that «Volver» leaves while a note is being stored is offered once that is', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  const letGo = await leaveWhileHeld({ family, phone, page })
  await letGo()
  await phone.expectToast('Falta guardar', 'Siesta de 15:00 a 16:10: te espera en «+».')
  await page.getByRole('button', { name: 'Seguir con ella' }).click()
  await expect(form.end).toHaveValue('16:10')
  await expect(form.feedings).toHaveValue('1')
})

test('that the phone refuses a note is said once «Volver» has left an end, and nothing over it', async ({
  family,
  phone,
  page,
}) => {
  const form = sleepForm(page)
  const refuse = await leaveWhileHeld({ family, phone, page }, 'full')
  await refuse()
  await phone.expectToast('Error')
  await phone.goTo('Añadir descanso')
  await expect(form.screen.getByText(/^Tienes a medias/)).toBeVisible()
  await phone.expectToast('Error')
})

test.describe('a form that is left before the disk has answered leaves nothing to go on with', () => {
  test('once its change is stored', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    const letGo = await saveWhileHeld({ family, phone, page })
    await form.button('Volver').click()
    await expect(phone.records).toBeVisible()
    await letGo()
    await phone.expectToast('¡Descanso actualizado!')
    await phone.goTo('Añadir descanso')
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
    expect(await family.records()).toMatchObject([{ end_time: '10:55' }])
  })

  test('once its sleep is ended by its head', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'), sleep('siesta', TODAY, '15:00'))
    await phone.signIn()
    await form.end.fill('16:10')
    const letGo = await holdDisk(page, family.userId)
    await form.button('Terminar siesta · 16:20').click()
    await phone.goTo('Diario')
    await phone.records.filter({ hasText: '10:00' }).getByRole('button', { name: 'Editar' }).click()
    await expect(form.start).toHaveValue('10:00')
    // Gone on with, it would put its own end over the one that is being stored.
    await expect(form.button('Seguir con ella')).toBeHidden()
    await letGo()
    await phone.expectToast('¡Descanso actualizado!')
    await expect(form.button('Seguir con ella')).toBeHidden()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:20' }, { end_time: '11:00' }])
  })

  test('once its ✓ is', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    const letGo = await holdDisk(page, family.userId)
    await form.confirmStart.click()
    await phone.goTo('Diario')
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await expect(form.start).toHaveValue('10:00')
    // Gone on with, it would make another record.
    await expect(form.button('Seguir con ella')).toBeHidden()
    await letGo()
    await phone.expectToast('Hora de inicio guardada')
    await expect(form.button('Seguir con ella')).toBeHidden()
    await expect.poll(() => family.countRecords()).toBe(2)
  })

  test('but for what isn’t stored once its ✓ was undone', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    const offer = form.screen.getByText('Tienes a medias: Siesta de hoy')
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.start.fill('15:50')
    await form.end.fill('16:15')
    const letGo = await holdDisk(page, family.userId)
    await form.confirmStart.click()
    await phone.goTo('Diario')
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await letGo()
    await phone.expectToast('Hora de inicio guardada')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.poll(() => family.countRecords()).toBe(1)
    await expect(offer).toBeVisible()
    await form.button('Seguir con ella').click()
    await expect(form.end).toHaveValue('16:15')
  })
})
