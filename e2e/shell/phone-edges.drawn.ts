import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { planForm } from '../kit/plan-form.ts'
import { expectEdges, giveEdges, SHAPES, underEdges } from './phone-edges.ts'

test.use(WITH_MOTION)

for (const { name, width, height, insets } of SHAPES) {
  test.describe(`a phone with round corners, ${name}`, () => {
    test.use({ viewport: { width, height } })

    test('nothing that is pressed lies under its edges', async ({ carer: phone, page }) => {
      const takeAway = await giveEdges(page, insets)
      await expectEdges(page, insets)
      for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
        await phone.goTo(tab)
        expect(await underEdges(page, insets), tab).toEqual([])
      }
      await phone.goTo('Plan')
      const plan = planForm(page)
      await plan.name.fill('Lucía')
      await expect(plan.unsaved).toBeVisible()
      expect(await underEdges(page, insets), 'what is unsaved').toEqual([])
      await plan.save.click()
      await phone.goTo('Diario')
      await phone.logWakeUp()
      await expect(phone.toast('¡Despertar registrado!')).toBeVisible()
      expect(await underEdges(page, insets), 'a toast').toEqual([])
      await phone.seenButton('Cerrar sesión').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      expect(await underEdges(page, insets), 'a question').toEqual([])
      await page.keyboard.press('Escape')
      await phone.goTo('Gráfico')
      await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await underEdges(page, insets), 'the preview on paper').toEqual([])
      // The next story has this page too.
      await takeAway()
    })
  })
}
