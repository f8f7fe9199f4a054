import { expect } from '../kit/carer.ts'
import { test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.describe('one tap undoes', () => {
  test('a deletion: the record is back with all it had', async ({ carer, page, newPhone }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.enterStart('13:00')
    await form.enterEnd('14:00')
    await form.quality('Mala').check()
    await form.feedings.fill('2')
    await form.save.click()
    await carer.deleteRecord()
    await carer.expectToast('Registro eliminado')
    await carer.holdToast()
    await expect(carer.records).toHaveCount(0)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    const partner = await newPhone()
    for (const { records } of [carer, partner]) {
      await expect(records).toHaveCount(1)
      await expect(records).toContainText('13:00 – 14:00')
      await expect(records).toContainText('Tomas2')
      await expect(records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    }
  })
})
