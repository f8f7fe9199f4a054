import { expect, test } from '../kit/carer.ts'
import { whenKept } from '../kit/own-browser.ts'

test.use({ serviceWorkers: 'allow' })

test('signing out holds after a reload, though the phone can’t delete the session’s backup', async ({
  phone: carer,
  page,
}) => {
  await page.addInitScript(() => {
    const remove = Reflect.get(IDBFactory.prototype, 'deleteDatabase')
    IDBFactory.prototype.deleteDatabase = function (name) {
      if (name === 'nana-session') throw new DOMException('No', 'UnknownError')
      return Reflect.apply(remove, this, [name])
    }
  })
  await carer.signIn()
  await whenKept(page)
  await carer.signOut()
  await carer.whenSignedOut()
  // The server would refuse the old session, so it must not be there to help.
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Mostrar' }).click()
  // The button works, so the script has started, and the screen is still the login.
  await expect(page.getByRole('button', { name: 'Ocultar' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('nana-auth'))).toBeNull()
})
