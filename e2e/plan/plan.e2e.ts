import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { test } from '../kit/seed.ts'

test('a spinner turns until the plan is there; then it is the default plan', async ({ phone, context }) => {
  const { page } = phone
  const release = await hold(context, /\/rest\/v1\/(baby_info|sleep_plans)/)
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await expect(form.screen.getByRole('heading', { name: 'Plan de Sueño', exact: true })).toBeVisible()
  await expect(form.screen.getByText('Configura el horario y los datos de tu bebé')).toBeVisible()
  await expect(form.screen.getByRole('status').filter({ hasText: 'Cargando...' })).toBeVisible()
  await expect(form.save).toBeHidden()
  release()
  await expect(form.save).toBeVisible()
  await expect(form.screen.getByText('Cargando...')).toBeHidden()

  await expect(form.screen.locator('form').getByRole('heading', { level: 2 })).toHaveText([
    'Datos del Bebé',
    'Despertar Matutino',
    'Siestas Diarias',
    'Siesta 1',
    'Siesta 2',
    'Siesta 3',
    'Zona horaria',
    'Recordatorios',
  ])
  await expect(form.name).toHaveValue('Mi bebé')
  await expect(form.years).toHaveValue('0')
  await expect(form.months).toHaveValue('0')
  await expect(form.firstWindow).toHaveValue('1h 30min')
  await expect(form.firstWindow).toHaveAttribute('placeholder', '1h 30min')
  await expect(form.screen.getByRole('radio')).toHaveCount(3)
  await expect(form.napsCount(3)).toBeChecked()
  for (const [napNumber, minutes, duration, window] of [
    [1, '90', '1h 30m', '2h 15min'],
    [2, '120', '2h 0m', '2h 30min'],
    [3, '45', '45m', '2h 45min'],
  ] as const) {
    await expect(form.duration(napNumber)).toHaveValue(minutes)
    await expect(form.duration(napNumber)).toHaveAttribute('aria-valuetext', duration)
    await expect(form.window(napNumber)).toHaveValue(window)
  }
  await expect(form.screen.getByRole('switch', { name: 'Recordatorios suaves' })).not.toBeChecked()
  await expect(form.screen.getByText('Desactivado', { exact: true })).toBeVisible()
})
