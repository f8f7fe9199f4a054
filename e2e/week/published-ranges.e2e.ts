import { expectFitsWidth } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { test, wakeUp } from '../kit/seed.ts'

test.use({ viewport: { width: 320, height: 640 } })

test('the plan, and the reason of a suggestion, say what wake windows rest on', async ({ family, phone }) => {
  const evidence = 'Tiempos orientativos: no hay estudios que los midan.'
  await family.logs(wakeUp('2025-08-11', '15:10'))
  await phone.signIn()
  await phone.page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
  await expect(phone.seen(new RegExp(evidence))).toBeVisible()
  await phone.goTo('Plan')
  await expect(planForm(phone.page).screen.getByText(evidence)).toBeVisible()
  await expectFitsWidth(phone.page)
})
