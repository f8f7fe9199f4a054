import type { Locator, Page } from '@playwright/test'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { topOf } from './steady-screen.ts'

const TODAY = '2025-08-11'

test.use({ hasTouch: false })

test('a day by keyboard alone: signing in, the wake-up, a nap, its end, an edit and a deletion', async ({
  phone: carer,
  page,
  account,
}) => {
  const form = sleepForm(page)
  const { keyboard } = page
  await carer.open()

  await test.step('signing in', async () => {
    await tabTo(page, page.getByLabel('Email'))
    await keyboard.type(account.email)
    await keyboard.press('Tab')
    await keyboard.type(account.password)
    await keyboard.press('Enter')
    await expect(carer.tabBar).toBeVisible()
  })

  await test.step('the wake-up', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Ahora' }))
    await keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Guardar', exact: true }))
    await keyboard.press('Enter')
    await carer.expectToast('¡Despertar registrado!')
    // The form of the wake-up is gone, and the focus went to the day's heading, not to the top of the page.
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
  })

  await test.step('a nap that runs', async () => {
    await tabTo(page, carer.tabBar.getByRole('button', { name: 'Añadir descanso' }))
    await keyboard.press('Enter')
    await expect(form.screen).toBeFocused()
    await tabTo(page, form.type('Siesta'))
    await keyboard.press('ArrowRight')
    await expect(form.type('Noche')).toBeChecked()
    await keyboard.press('ArrowLeft')
    await tabTo(page, form.earlier(15, 'Hora de inicio'))
    await keyboard.press('Enter')
    await expect(form.start).toHaveValue('16:05')
    await tabTo(page, form.confirmStart, 'Shift+Tab')
    await keyboard.press('Enter')
    await carer.expectToast('Hora de inicio guardada')
    await expect(form.confirmStart).toBeFocused()
  })

  await test.step('its end', async () => {
    await tabTo(page, carer.tabBar.getByRole('button', { name: 'Diario' }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: /^Terminar siesta/ }), 'Shift+Tab')
    await keyboard.press('Enter')
    await carer.expectToast('¡Descanso actualizado!')
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
  })

  await test.step('an edit', async () => {
    await tabTo(page, carer.records.getByRole('button', { name: 'Editar' }))
    await keyboard.press('Enter')
    await expect(form.screen).toBeFocused()
    await tabTo(page, form.wakeUps)
    await keyboard.press('ArrowRight')
    await tabTo(page, form.quality('Buena'))
    await keyboard.press('Space')
    await expect(form.quality('Buena')).toBeChecked()
    await tabTo(page, form.button('Quitar calidad'), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(form.quality('Buena')).toBeFocused()
    await tabTo(page, form.disturbance('Dentición'))
    await keyboard.press('Space')
    await tabTo(page, form.feedings)
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowDown')
    await expect(form.feedings).toHaveValue('1')
    await keyboard.press('Enter')
    await carer.expectToast('¡Descanso actualizado!')
    await expect(carer.records.getByRole('button', { name: 'Editar' })).toBeFocused()
    await expect(carer.records.filter({ hasText: 'Siesta' })).toContainText('Dentición')
  })

  await test.step('a deletion: asked with the safe answer first, left with Escape, then done', async () => {
    const remove = carer.records.filter({ hasText: 'Siesta' }).getByRole('button', { name: 'Eliminar' })
    const dialog = page.getByRole('alertdialog', { name: '¿Estás seguro?' })
    await tabTo(page, remove)
    await keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(remove).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Eliminar' }))
    await keyboard.press('Enter')
    await carer.holdToast()
    await carer.expectToast('Registro eliminado')
    await expect(carer.records).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
  })

  await test.step('and its undo', async () => {
    await keyboard.press('F8')
    await tabTo(page, page.getByRole('button', { name: 'Deshacer' }))
    await keyboard.press('Enter')
    await expect(carer.records).toHaveCount(2)
  })
})

test('the plan by keyboard alone: ages, naps, windows, reminders and its button', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const { keyboard } = page
  const plan = planForm(page)
  await phone.signIn()
  await tabTo(page, phone.tabBar.getByRole('button', { name: 'Plan' }))
  await keyboard.press('Enter')
  await tabTo(page, plan.name, 'Shift+Tab')
  await keyboard.type('Lucía')
  await tabTo(page, plan.months)
  await keyboard.type('7')
  await tabTo(page, plan.napsCount(3))
  await keyboard.press('ArrowLeft')
  await expect(plan.napsCount(2)).toBeChecked()
  await tabTo(page, plan.duration(1))
  await keyboard.press('ArrowRight')
  await tabTo(page, plan.window(1))
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('2,5h')
  await tabTo(page, plan.save)
  await keyboard.press('Enter')
  await phone.expectToast('¡Todo guardado!')
  await expect(plan.save).toBeFocused()
  await expect
    .poll(async () => (await family.plan()).naps[0])
    .toEqual({ duration: 105, wakeWindow: '2h 30min' })

  const reminders = plan.screen.getByRole('switch', { name: 'Recordatorios suaves' })
  await tabTo(page, reminders, 'Shift+Tab')
  await keyboard.press('Space')
  // The test browser asks nobody about notifications, and says no.
  await phone.expectToast('Permiso denegado')
  await expect(reminders).toBeFocused()
})

test('a dialog keeps the focus inside and gives it back', async ({ phone, page }) => {
  await phone.open()
  const ask = page.getByRole('button', { name: 'Solicitar prueba de 30 días' })
  const dialog = page.getByRole('dialog')
  await ask.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => {
        const focused = document.activeElement
        // Between the last and the first element of a dialog the browser itself has the focus.
        return focused === document.body || focused?.closest('dialog') !== null
      }),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()
})

test('a tab that is chosen keeps the focus in the bar; a form that is left gives it back to where it was opened', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '13:00', '14:00'), wakeUp(TODAY, '08:00'))
  await phone.signIn()
  const plan = phone.tabBar.getByRole('button', { name: 'Plan' })
  await plan.focus()
  await page.keyboard.press('Enter')
  await expect(plan).toBeFocused()
  await phone.goTo('Diario')
  const edit = phone.records.getByRole('button', { name: 'Editar' })
  await edit.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, form.button('Volver'))
  await page.keyboard.press('Enter')
  await expect(edit).toBeFocused()
})

test('wherever the focus goes it is seen: outlined, on screen and not behind the tab bar', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(
    wakeUp(TODAY, '08:00'),
    sleep('siesta', TODAY, '10:00', '11:00'),
    sleep('siesta', TODAY, '12:00', '13:00'),
    sleep('siesta', TODAY, '14:00', '15:00', 'buena'),
  )
  await phone.open()
  expect(await unseenStops(page, 6)).toEqual([])
  await phone.signIn()
  for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
    await phone.goTo(tab)
    // The tab bar stands last, so Tab goes from there round to the top.
    expect(await unseenStops(page, 12), tab).toEqual([])
  }
})

test('what comes late above the focus leaves it where it is', async ({ phone }) => {
  const { page } = phone
  const comes = await hold(page.context(), '**/CarersPart*.js')
  await phone.signIn()
  await phone.goTo('Plan')
  const last = page.getByRole('link', { name: 'Qué se guarda de ti y de tu bebé' })
  await tabTo(page, last, 'Shift+Tab')
  const place = await topOf(last)
  comes()
  await expect(page.getByRole('button', { name: 'Invitar a alguien' })).toBeVisible()
  expect(await topOf(last)).toBe(place)
})

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Goes round the whole page once with Tab. Returns by name what has the focus and can't be seen to have it. */
async function unseenStops(page: Page, atLeast: number): Promise<string[]> {
  const unseen: string[] = []
  let stops = 0
  for (let rounds = 0; rounds < 2; ) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeStop)
    if (stop === 'end') rounds += 1
    else stops += 1
    if (stop !== 'seen' && stop !== 'end') unseen.push(stop)
  }
  expect(stops).toBeGreaterThanOrEqual(atLeast)
  return unseen
}

/** Runs in the page: says 'seen', 'end', or what is wrong with the element that has the focus. */
function describeStop(): string {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body)
    return 'end'
  const label = focused.closest('label')
  const place = (label ?? focused).getBoundingClientRect()
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent ?? ''}`.slice(
    0,
    60,
  )
  const outlined = [focused, label, focused.parentElement].some(
    (element) =>
      element &&
      getComputedStyle(element).outlineStyle !== 'none' &&
      getComputedStyle(element).outlineWidth !== '0px',
  )
  if (!outlined) return `${name}: not outlined`
  const middle = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2)
  const covered = !(
    middle &&
    (focused.contains(middle) || middle.contains(focused) || label?.contains(middle))
  )
  return covered ? `${name}: covered at ${Math.round(place.y)}` : 'seen'
}
