import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { holdDisk } from '../kit/phones/slow-disk.ts'
import { sleep } from '../kit/seed.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test('a deletion that takes long closes no question but its own', async ({ family, phone, page }) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'), sleep('siesta', TODAY, '13:00', '14:00'))
  await phone.signIn()
  const ask = (start: string) =>
    phone.records.filter({ hasText: start }).getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('alertdialog')
  const remove = question.getByRole('button', { name: 'Eliminar' })
  await ask('10:00')
  const letGo = await holdDisk(page, family.userId)
  await remove.click()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await ask('13:00')
  await letGo()
  await phone.expectToast('Registro eliminado')
  await expect(question).toBeVisible()
  await remove.click()
  await expect(question).toBeHidden()
  await expect(phone.records).toHaveCount(0)
  await expect.poll(() => family.countRecords()).toBe(0)
})

test('a deletion that takes long leaves the focus where it is by then', async ({ family, phone, page }) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  await phone.signIn()
  await phone.records.getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('alertdialog')
  const letGo = await holdDisk(page, family.userId)
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  const diary = page.getByRole('region', { name: 'Diario', exact: true })
  const add = diary.getByRole('button', { name: 'Añadir descanso' })
  await add.focus()
  await letGo()
  await phone.expectToast('Registro eliminado')
  await expect(phone.records).toHaveCount(0)
  await expect(add).toBeFocused()
})
