import { expect, test, whenKept } from '../kit/own-browser.ts'

test.use({ serviceWorkers: 'allow' })

test('with the server gone the phone still says what is kept', async ({ ownPhone, ownServer }) => {
  const { page } = await ownPhone.open()
  await whenKept(page)
  await ownServer.kill()
  await page.goto(`${ownServer.url}/privacidad`)
  await expect(page.getByRole('heading', { name: 'Qué se guarda' })).toBeVisible()
  await page.getByRole('link', { name: 'Volver a Nana' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await ownServer.restart()
})
