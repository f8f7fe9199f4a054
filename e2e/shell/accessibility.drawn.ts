import { expectAccessible } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test('the diary: an empty day, a full one, another one, its dialog and toasts: all of it keeps WCAG', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await phone.expectToast('Error')
  await expectAccessible(page)
  const night = sleep('noche', '2025-08-10', '20:50', '08:20', 'mala')
  const disturbed = { ...night, disturbances: ['fever', 'teething'], wake_ups: 2 }
  await family.logs(disturbed)
  await family.logs(wakeUp(TODAY, '08:20'), sleep('siesta', TODAY, '10:00', '11:10', 'regular'))
  await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
  await page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
  await expect(page.getByText(/^Despertó 11:10/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
  await expect(phone.records).toHaveCount(1)
  await expectAccessible(page)
  await phone.records.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await phone.expectToast('Registro eliminado')
  await expect(page.getByText('No hay registros para este día.')).toBeVisible()
  await expectAccessible(page)
})

test('a nap, a night and a forgotten sleep that are open, in the diary and in the form: all of it keeps WCAG', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', '2025-08-10', '20:00'))
  await phone.signIn()
  await expect(form.screen.getByText('¿A qué hora terminó este sueño?')).toBeVisible()
  await expectAccessible(page)
  await phone.goTo('Diario')
  await expectAccessible(page)
  await family.logs(sleep('siesta', TODAY, '13:00'), wakeUp(TODAY, '08:00'))
  await expect(page.getByText('Durmiendo desde 13:00')).toBeVisible()
  await expectAccessible(page)
  await family.logs(sleep('noche', TODAY, '14:00'))
  await expect(page.getByText('Durmiendo desde 14:00')).toBeVisible()
  await expect(phone.records.filter({ hasText: '13:00' })).toContainText('Sin hora de fin')
  await expectAccessible(page)
})

test('the form: new, confirmed, filled in, and with what looks odd: all of it keeps WCAG', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '10:00', '11:10'))
  await phone.signIn()
  await phone.goTo('Añadir descanso')
  await expectAccessible(page)
  await form.save.click()
  await phone.expectToast('Confirmación requerida')
  await expectAccessible(page)
  await form.enterStart('10:30')
  await form.enterEnd('11:30')
  await form.type('Noche').check()
  await form.quality('Mala').check()
  await form.disturbance('Dentición').check()
  await form.button('Más tomas').click()
  await form.wakeUps.fill('3')
  await form.save.click()
  await expect(form.screen.getByText('Revisa antes de guardar')).toBeVisible()
  await expectAccessible(page)
})

test('the chart: an empty week, a full one, what a bar is, and ages beyond the table: all of it keeps WCAG', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.born('2025-01-05')
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(page.getByText('Esta semana aún no hay registros.')).toBeVisible()
  await expectAccessible(page)
  await family.logs(
    wakeUp('2025-08-05', '07:00'),
    sleep('noche', '2025-08-05', '18:00', '08:00'),
    wakeUp('2025-08-06', '08:00'),
    sleep('noche', '2025-08-06', '17:00', '09:00'),
    wakeUp('2025-08-07', '09:00'),
    sleep('siesta', '2025-08-07', '11:00', '12:00'),
    sleep('siesta', '2025-08-07', '11:30', '12:30'),
  )
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await expect(page.getByRole('img', { name: 'Por debajo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ver los descansos: Jueves 7' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await family.born('2022-01-05')
  await expect(page.getByText('Rango de la AASM')).toBeVisible()
  await expectAccessible(page)
})

test('the plan: as it is, with what can’t be read, and its toasts; the resources and theirs: all of it keeps WCAG', async ({
  phone,
}) => {
  const { page } = phone
  const plan = planForm(page)
  await phone.signIn()
  await phone.goTo('Plan')
  await expect(plan.firstWindow).toHaveValue('1h 30min')
  await expectAccessible(page)
  await plan.window(1).fill('99 gatos')
  await expect(plan.unsaved).toBeVisible()
  await plan.save.click()
  await expect(plan.window(1)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await plan.window(1).fill('2h')
  await plan.napsCount(4).check()
  await plan.save.click()
  await phone.expectToast('Éxito')
  await expectAccessible(page)
  await plan.screen.getByRole('switch', { name: 'Recordatorios suaves' }).click()
  await phone.expectToast('Permiso denegado')
  await expectAccessible(page)
  await phone.goTo('BSC')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Compartir' }).click()
  await phone.expectToast('🚧 ¡Función en desarrollo!')
  await expectAccessible(page)
})

test('screens, headings and records have the names a screen reader needs', async ({ family, phone }) => {
  const { page } = phone
  await family.logs(wakeUp(TODAY, '08:00'), sleep('siesta', TODAY, '13:00', '14:00'))
  await phone.signIn()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Diario', exact: true })).toMatchAriaSnapshot(`
    - region "Diario":
      - button "Cambiar tema"
      - img "Nana"
      - button "Cerrar sesión"
      - heading "Hoy" [level=1]
      - textbox "Fecha"
      - status:
        - time: 16:15
        - text: –
        - time: 16:45
      - button "¿Por qué a esta hora?"
      - img /^Hoy/
      - heading "Sueño total del día" [level=2]
      - button "Añadir descanso"
      - heading "Registros del día" [level=2]
      - list:
        - listitem:
          - article:
            - heading "Siesta" [level=3]
            - button "Editar"
            - button "Eliminar"
        - listitem:
          - article:
            - heading "Despertar" [level=3]
            - button "Eliminar"
  `)
  // Several buttons have one name, and their description tells them apart.
  for (const name of ['Editar', 'Eliminar']) {
    await expect(phone.records.first().getByRole('button', { name })).toHaveAccessibleDescription(
      '13:00 – 14:00',
    )
  }
})
