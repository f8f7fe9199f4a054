import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { refuseToStore } from '../kit/full-disk.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { countTaps } from '../kit/taps.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test.describe('the form of a sleep in progress begins with it', () => {
  test('opening the app to a nap that runs: ending it is 1 tap, without scrolling', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await expect(form.screen.getByText('Durmiendo desde 15:38')).toBeInViewport()
    await expect(form.screen.getByRole('timer')).toHaveText('42m')
    await expect(form.screen.getByRole('group', { name: '¿Se despertó antes?' })).toBeInViewport({ ratio: 1 })
    await expect(form.button('Terminar siesta · 16:20')).toBeInViewport({ ratio: 1 })
    const taps = await countTaps(page, async () => {
      await form.button('Terminar siesta · 16:20').click()
      await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
    })
    expect(taps).toBe(1)
    await phone.holdToast()
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await expect(phone.records).toContainText('15:38 – 16:20')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(phone.records).toContainText('15:38 – En curso')
  })

  test('it ended a little earlier: that is 1 tap too', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await form.screen.getByRole('button', { name: '−10 min 16:10' }).click()
    await expect(phone.records).toContainText('15:38 – 16:10')
  })

  test('a night has the night’s head, and ends at the wake-up that is logged in 1 tap', async ({
    family,
    phone,
  }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('noche', TODAY, '01:00'), wakeUp(TODAY, '08:10'))
    await phone.signIn()
    await expect(form.screen.locator('[data-tone="night"]')).toBeVisible()
    await form.button('Terminar noche · 08:10').click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect(phone.records.filter({ hasText: 'Noche' })).toContainText('01:00 – 08:10')
  })

  test('a start that waits for its ✓ is asked for first', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await form.confirmStart.click()
    await form.start.fill('15:30')
    await form.button('Terminar siesta · 16:20').click()
    await phone.expectToast('Confirmación requerida')
    await expect(form.confirmStart).toBeFocused()
    await form.confirmStart.click()
    await form.button('Terminar siesta · 16:20').click()
    await expect(phone.records).toContainText('15:30 – 16:20')
  })

  test('what is tapped right after the ✓ waits until the start is stored', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await form.confirmStart.click()
    await form.start.fill('15:30')
    const end = await form.button('Terminar siesta · 16:20').elementHandle()
    await form.confirmStart.evaluate((confirm: HTMLElement, next) => {
      confirm.click()
      ;(next as HTMLElement).click()
    }, end)
    await phone.expectToast('¡Descanso actualizado!', 'Duró 50m.')
    await expect(phone.records).toContainText('15:30 – 16:20')
  })

  test('what the phone refused to store of it is stored before it ends, or it doesn’t end', async ({
    family,
    phone,
  }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await refuseToStore(phone.page, 'patch')
    await form.quality('Mala').check()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    const toast = phone.page.locator('[data-toast]')
    await toast.getByRole('button', { name: 'Cerrar' }).click()
    await expect(toast).toBeHidden()
    await form.button('Terminar siesta · 16:20').click()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    expect(await family.records()).toMatchObject([{ end_time: null }])
    await refuseToStore(phone.page, 'insert')
    await form.button('Terminar siesta · 16:20').click()
    await phone.expectToast('¡Descanso actualizado!')
    expect(await family.records()).toMatchObject([{ end_time: '16:20', quality: 'mala' }])
  })

  test('«Noche» right before «Terminar» is what it ends as', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    const end = await form.button('Terminar siesta · 16:20').elementHandle()
    await form.type('Noche').evaluate((night: HTMLElement, next) => {
      night.click()
      ;(next as HTMLElement).click()
    }, end)
    await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche.')
    await expect.poll(() => family.records()).toMatchObject([{ type: 'noche', end_time: '16:20' }])
  })
})

test.describe('right after the ✓ of a new sleep', () => {
  for (const leaves of [false, true]) {
    test(`its type is kept${leaves ? ', though the form is left at once' : ''}`, async ({
      carer,
      family,
    }) => {
      const form = sleepForm(carer.page)
      await carer.goTo('Añadir descanso')
      const next = [await form.type('Noche').elementHandle()]
      if (leaves) next.push(await form.cancel.elementHandle())
      await form.confirmStart.evaluate((confirm: HTMLElement, taps) => {
        for (const tapped of [confirm, ...taps]) (tapped as HTMLElement).click()
      }, next)
      await carer.expectToast('Hora de inicio guardada')
      await expect
        .poll(() => family.records())
        .toMatchObject([{ type: 'noche', start_time: '16:20', end_time: null }])
    })
  }
})

test.describe('✓ on a start whose record is gone stores all that the form shows', () => {
  test('after «Deshacer», with the time mended', async ({ carer, page, family }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.quality('Buena').check()
    await form.button('Más tomas').click()
    await form.confirmStart.click()
    await carer.expectToast('Hora de inicio guardada')
    await carer.holdToast()
    await expect.poll(() => family.records()).toMatchObject([{ quality: 'buena', feedings: 1 }])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(form.start).toBeEditable()
    await form.enterStart('16:05')
    await carer.expectToast('Hora de inicio guardada')
    await form.save.click()
    await carer.expectToast('Sigue durmiendo', 'Todo lo anotado está guardado.')
    await expect
      .poll(() => family.records())
      .toMatchObject([{ start_time: '16:05', quality: 'buena', feedings: 1 }])
  })

  test('after it was deleted on another phone', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    const noted = { wake_ups: 2, quality: 'mala', disturbances: ['fever'], feedings: 3 } as const
    await family.logs({ ...sleep('siesta', TODAY, '15:38'), ...noted })
    await phone.signIn()
    await form.confirmStart.click()
    await family.forgets({ date: TODAY })
    await expect(form.screen.getByText(/^Este registro se borró en otro móvil/)).toBeVisible()
    await form.confirmStart.click()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ start_time: '15:38', ...noted }])
  })
})

test.describe('«Guardar» while the baby sleeps', () => {
  test('closes the form in 1 tap, and everything noted is kept', async ({ carer, page, family }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.confirmStart.click()
    await carer.expectToast('Hora de inicio guardada')
    await form.quality('Buena').check()
    await form.button('Más tomas').click()
    const taps = await countTaps(page, async () => {
      await form.save.click()
      await carer.expectToast('Sigue durmiendo', 'Todo lo anotado está guardado.')
    })
    expect(taps).toBe(1)
    await expect(page.locator('[data-toast="failure"]')).toHaveCount(0)
    await expect(page.getByText('Durmiendo desde 16:20')).toBeVisible()
    await expect
      .poll(() => family.records())
      .toMatchObject([{ end_time: null, quality: 'buena', feedings: 1 }])
  })

  test('adds one that was deleted on another phone as new, without an end, as the form says', async ({
    family,
    phone,
  }) => {
    const form = sleepForm(phone.page)
    const noted = { wake_ups: 2, quality: 'mala', feedings: 3 } as const
    await family.logs({ ...sleep('siesta', TODAY, '15:38'), ...noted })
    await phone.signIn()
    await form.button('Más pañales').click()
    await expect.poll(() => family.records()).toMatchObject([{ diaper_changes: 1 }])
    await family.forgets({ date: TODAY })
    await expect(form.screen.getByText(/^Este registro se borró en otro móvil/)).toBeVisible()
    await form.save.click()
    await phone.expectToast('Sigue durmiendo', 'Todo lo anotado está guardado.')
    await phone.holdToast()
    await expect
      .poll(() => family.records())
      .toMatchObject([{ start_time: '15:38', end_time: null, ...noted, diaper_changes: 1 }])
    await phone.page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.poll(() => family.countRecords()).toBe(0)
  })

  test('still asks for the ✓ of a start or of an end that is entered', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', TODAY, '15:38'))
    await phone.signIn()
    await form.end.fill('16:00')
    await form.save.click()
    await phone.expectToast('Confirmación requerida')
    await expect(form.confirmEnd).toBeFocused()
    await form.end.fill('')
    await form.confirmStart.click()
    await form.save.click()
    await phone.expectToast('Confirmación requerida')
    await expect(form.confirmStart).toBeFocused()
  })

  test('a sleep of another day is asked for its end as before', async ({ carer, page }) => {
    const form = sleepForm(page)
    await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.type('Noche').check()
    await form.enterStart('23:50')
    await form.save.click()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect(form.end).toBeFocused()
  })

  test('right after ✓, while that is being stored, asks for what is missing too', async ({ carer, page }) => {
    const form = sleepForm(page)
    await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.start.fill('15:00')
    // Both are pressed in one turn, so that nothing can have been stored between them.
    await form.confirmStart.evaluate((confirm) => {
      if (confirm instanceof HTMLButtonElement) confirm.click()
      confirm.closest('form')?.requestSubmit()
    })
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect(form.end).toBeFocused()
  })
})
