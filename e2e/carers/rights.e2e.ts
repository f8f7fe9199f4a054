import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import type { Carer } from '../kit/carer.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { carersOf, enterSignedIn, expect, invite, test } from './household.ts'

/* What somebody who was let in may do, and what becomes of it when that changes. */

test.use({ viewport: { width: 375, height: 667 } })

const TODAY = '2025-08-11'

async function logNap(carer: Carer, start: string, end: string): Promise<void> {
  await carer.goTo('Añadir descanso')
  const form = sleepForm(carer.page)
  await form.type('Siesta').check()
  await form.enterStart(start)
  await form.enterEnd(end)
  await form.save.click()
  await carer.expectToast('¡Descanso guardado!')
}

/** Changes what Abuela may do, on the plan of whoever let her in. */
async function changeRole(carer: Carer, role: 'Cuida y anota' | 'Solo mira'): Promise<void> {
  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Cambiar lo que puede hacer Abuela' }).click()
  const sheet = carer.page.getByRole('dialog', { name: 'Abuela' })
  await sheet.getByRole('radio', { name: role }).check()
  await sheet.getByRole('button', { name: 'Guardar' }).click()
  await expect(sheet).toBeHidden()
}

async function sendAway(carer: Carer): Promise<void> {
  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Cambiar lo que puede hacer Abuela' }).click()
  await carer.page.getByRole('button', { name: 'Quitar el acceso' }).click()
  await carer.page.getByRole('alertdialog').getByRole('button', { name: 'Quitar el acceso' }).click()
  await carer.expectToast('Abuela ya no ve el diario')
}

/** The local databases of the diaries on this phone that are another family's. */
function othersDiaries(carer: Carer): Promise<string[]> {
  return carer.page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    return names.filter((name) => name.includes('.'))
  })
}

/** All that would change something, of what is in sight. */
const changing = (page: Page) =>
  page.getByRole('button', {
    name: /Añadir|Editar|Eliminar(?! la cuenta)|Guardar|Importar|Reconstruir|Terminar|Cambiar hora/,
  })

test('a viewer finds no button that would fail; made a carer, the buttons are there at once', async ({
  carer,
  family,
  letGrandmotherIn,
}) => {
  // With a sleep in progress the app opens at its form, for whoever may end it.
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'), sleep('siesta', TODAY, '16:00'))
  const other = await letGrandmotherIn('Solo mira')
  await expect(other.records.filter({ hasText: '10:00 – 11:00' })).toBeVisible()
  await other.reload()
  await expect(other.seen(/Durmiendo desde/)).toBeVisible()
  await expect(other.page.getByText('Solo miras este diario.')).toBeVisible()
  await expect(changing(other.page)).toHaveCount(0)
  await expectFitsWidth(other.page)
  await expectAccessible(other.page)
  await other.goTo('Plan')
  await expect(other.page.getByRole('heading', { name: 'El diario de Lucía' })).toBeVisible()
  await expect(other.page.getByText('Llévatelo todo en un archivo.', { exact: true })).toBeVisible()
  await expect(other.page.getByText('1h 30min').first()).toBeVisible()
  await expect(changing(other.page)).toHaveCount(0)
  await expectFitsWidth(other.page)
  await expectAccessible(other.page)
  await carer.goTo('Diario')
  await changeRole(carer, 'Cuida y anota')
  await expect(other.page.getByRole('button', { name: 'Guardar Cambios' })).toBeVisible()
  await other.goTo('Diario')
  await expect(other.page.getByRole('button', { name: 'Editar' }).first()).toBeVisible()
})

test('who is made a viewer over a form is told so, and finds it again when made a carer', async ({
  carer,
  letGrandmotherIn,
}) => {
  const other = await letGrandmotherIn()
  const form = sleepForm(other.page)
  await other.goTo('Añadir descanso')
  await form.enterStart('15:00')
  await form.enterEnd('15:30')
  await carer.goTo('Diario')
  await expect(carer.records).toContainText('15:00 – En curso')
  await changeRole(carer, 'Solo mira')
  await other.expectToast('Ahora solo puedes mirar', 'Sin guardar: Siesta de 15:00 a 15:30.')
  await expect(other.records).toContainText('15:00 – En curso')
  await expect(changing(other.page)).toHaveCount(0)
  // The browser still leads forward to the form, where there is none.
  const trail = () => other.page.evaluate(() => history.state.trail)
  await expect.poll(trail).toEqual(['diary'])
  const cameTo = other.page.evaluate(
    () =>
      new Promise((came) => {
        addEventListener('popstate', () => came(history.state.trail), { once: true })
        history.forward()
      }),
  )
  expect(await cameTo).toEqual(['diary', 'add'])
  await expect.poll(trail).toEqual(['diary'])
  await carer.goTo('Diario')
  await changeRole(carer, 'Cuida y anota')
  await other.goTo('Añadir descanso')
  await expect(form.end).toHaveValue('15:30')
  await form.save.click()
  await expect(other.records).toContainText('15:00 – 15:30')
})

test('who is sent away with something unsent is offered it as a file, and then nothing is left', async ({
  carer,
  letGrandmotherIn,
}) => {
  const other = await letGrandmotherIn()
  await other.loseApi()
  await logNap(other, '13:05', '14:05')
  await carer.goTo('Diario')
  await sendAway(carer)
  await other.regainApi()
  const question = other.page.getByRole('alertdialog', {
    name: 'Ya no tienes acceso al diario de Lucía',
  })
  await expect(question).toContainText('1 cambio')
  await expectAccessible(other.page)
  const downloading = other.page.waitForEvent('download')
  await question.getByRole('button', { name: 'Guardar archivo' }).click()
  const { records } = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(records).toMatchObject([{ date: TODAY, start_time: '13:05', end_time: '14:05' }])
  await other.expectToast('Archivo guardado')
  // Whether the browser could save it, only the person knows.
  await expect(question).toContainText('Comprueba que tienes el archivo')
  await expect(question.getByRole('button', { name: 'Guardar otra vez' })).toBeFocused()
  expect(await othersDiaries(other)).not.toEqual([])
  await question.getByRole('button', { name: 'Lo tengo: borrar de aquí' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => othersDiaries(other)).toEqual([])
})

test('who was sent away while the browser lost what it knew of the family keeps nothing of its diary', async ({
  carer,
  letGrandmotherIn,
}) => {
  const other = await letGrandmotherIn()
  await other.page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('nana-families:')) delete localStorage[key]
    location.replace('about:blank')
  })
  await other.page.waitForURL('about:blank')
  await carer.goTo('Diario')
  await sendAway(carer)
  await other.open()
  await other.expectToast('Ya no tienes acceso al diario')
  await expect.poll(() => othersDiaries(other)).toEqual([])
})

test('who has a diary of their own goes from one to the other, and not with a form half filled', async ({
  carer,
  family,
  grandmother,
  otherPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  const link = await invite(carer, 'Abuela')
  const other = await otherPhone()
  await other.signIn()
  await logNap(other, '09:00', '09:30')
  await enterSignedIn(other, link, grandmother)
  await expect(other.records).toContainText('10:00 – 11:00')
  const diary = other.page.getByRole('combobox', { name: 'Diario que se muestra' }).filter({ visible: true })
  await expect(diary).toHaveValue(/./)
  await expectFitsWidth(other.page)
  await expectAccessible(other.page)
  await diary.selectOption({ label: 'Mi bebé' })
  await expect(other.records).toContainText('09:00 – 09:30')
  await other.reload()
  await expect(other.records).toContainText('09:00 – 09:30')
  await other.goTo('Añadir descanso')
  await sleepForm(other.page).start.fill('12:00')
  await diary.selectOption({ label: 'Lucía' })
  await other.expectToast('Tienes algo sin guardar')
  await expect(carersOf(carer).invite).toBeVisible()
  await expect(diary).toHaveText(/Mi bebé/)
  // What ✓ has stored holds nobody back.
  await sleepForm(other.page).confirmStart.click()
  await other.expectToast('Hora de inicio guardada')
  await other.goTo('Diario')
  await other.whenAllSent()
  await diary.selectOption({ label: 'Lucía' })
  await expect(other.records).toContainText('10:00 – 11:00')
  // Only the app's start opens the form of a sleep that runs.
  await diary.selectOption({ label: 'Mi bebé' })
  await expect(other.records.filter({ hasText: '12:00' })).toBeVisible()
  await other.reload()
  await expect(other.page.getByRole('heading', { name: 'Editar Descanso' })).toBeVisible()
})
