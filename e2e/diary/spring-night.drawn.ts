import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use({ fixedNow: '2026-03-29T12:00' })

test('a sleep that the change of hour swallows whole is none', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await form.enterStart('02:15')
  await form.enterEnd('02:45')
  await form.save.click()
  await carer.expectToast('Error', 'La hora de fin debe ser posterior a la de inicio.')
  await expect(form.title).toBeVisible()
})
