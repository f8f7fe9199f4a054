import { readFileSync } from 'node:fs'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { theirData } from '../kit/their-data.ts'

/* One file for two presses, with the account's own data as soon as they are heard. */

test('two presses make one file', async ({ phone, page }) => {
  const files: string[] = []
  page.on('download', (file) => files.push(file.suggestedFilename()))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.openExport()
  const copy = data.exportSheet.getByRole('button', { name: 'Copia completa' })
  await copy.dblclick()
  await expect(copy).toBeDisabled()
  await phone.expectToast('Archivo guardado', 'nana-copia-2025-08-11.json')
  await expect(copy).toBeEnabled()
  await data.exportSheet.getByRole('button', { name: 'Plan', exact: true }).click()
  await phone.expectToast('Archivo guardado', 'nana-plan-2025-08-11.csv')
  expect(files).toEqual(['nana-copia-2025-08-11.json', 'nana-plan-2025-08-11.csv'])
})

test('what the server didn’t say of the account is asked for again by the next press', async ({
  family,
  phone,
  page,
}) => {
  let isAway = true
  await page.route('**/rest/v1/consents*', (route) => route.fulfill(isAway ? { status: 204 } : { json: [] }))
  const user = { id: family.userId, email: 'ana@example.org', created_at: '2025-01-11T10:00:00Z' }
  await page.route('**/auth/v1/user', (route) => route.fulfill({ json: user }))
  await page.route('**/auth/v1/sessions', (route) => route.fulfill({ json: { sessions: [] } }))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.openExport()
  const copy = data.exportSheet.getByRole('button', { name: 'Copia completa' })
  await copy.click()
  await phone.expectToast('Archivo guardado', 'Faltan los datos de tu cuenta: vuelve a probar en un momento.')
  isAway = false
  await expect(copy).toBeEnabled()
  const downloading = page.waitForEvent('download')
  await copy.click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ account: { email: 'ana@example.org' } })
})

test('without a network that is what the toast says', async ({ phone, page }) => {
  await page.route('**/rest/v1/consents*', (route) => route.fulfill({ status: 204 }))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.openExport()
  const copy = data.exportSheet.getByRole('button', { name: 'Copia completa' })
  await expect(copy).toBeVisible()
  await page.context().setOffline(true)
  await copy.click()
  await phone.expectToast('Archivo guardado', 'Sin conexión faltan los datos de tu cuenta.')
  await page.context().setOffline(false)
})
