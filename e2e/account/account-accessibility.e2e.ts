import type { Page } from '@playwright/test'
import { totpCode } from '../../server/testing/totp-code.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { mailedLink } from '../kit/mailed.ts'
import { expectNothingLostInAnyReading } from '../kit/nothing-lost.ts'
import { type Family, sleep, test, wakeUp } from '../kit/seed.ts'
import type { Account, ServerProcess } from '../kit/server-process.ts'
import { sample, theirData } from '../kit/their-data.ts'

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'

interface Visit {
  carer: Carer
  server: ServerProcess
  account: Account
  /** This is called at every stop of the round. */
  look: () => Promise<void>
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function lookAt(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNothingLostInAnyReading(page)
}

/** Walks through every screen and sheet of the account, and through the printed diary. */
async function goRound(visit: Visit): Promise<void> {
  const { carer, account, look } = visit
  const { page } = carer
  await carer.open()
  await goThroughReset(visit)
  await goThroughAccount(visit)

  await carer.goTo('Gráfico')
  await press(page, 'Imprimir o guardar como PDF')
  await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible()
  await look()
  await page.keyboard.press('Escape')

  await carer.signOut()
  await carer.enterPassword({ ...account, password: NEW_PASSWORD })
  await expect(page.getByRole('heading', { name: 'Escribe tu código' })).toBeVisible()
  await look()
  await press(page, 'He perdido la aplicación: usar un código de recuperación')
  await expect(page.getByLabel('Código de recuperación')).toBeFocused()
  await look()
}

/** Goes from a forgotten password at the login to a new one, which opens the app. */
async function goThroughReset({ carer, server, account, look }: Visit): Promise<void> {
  const { page } = carer
  await press(page, '¿Olvidaste tu contraseña?')
  await look()
  await page.getByRole('dialog').getByLabel('Email').fill(account.email)
  await press(page, 'Enviar enlace')
  await expect(page.getByRole('dialog', { name: 'Mira tu email' })).toBeVisible()
  await look()
  await page.goto(await mailedLink(server, account.email))
  await expect(page.getByRole('heading', { name: 'Elige otra contraseña' })).toBeVisible()
  await look()
  await press(page, 'Elegir mi contraseña')
  await expect(page.getByRole('heading', { name: 'Pon una contraseña nueva' })).toBeVisible()
  await look()
  await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  await press(page, 'Guardar contraseña')
  await expect(carer.tabBar).toBeVisible()
}

/** Opens the account card and each of its sheets; two-step verification stays on for the next sign-in. */
async function goThroughAccount({ carer, look }: Visit): Promise<void> {
  const { page } = carer
  await carer.goTo('Plan')
  await expect(page.getByRole('heading', { name: 'Cuenta' })).toBeVisible()
  await look()
  for (const sheet of [
    'Cambiar contraseña',
    'Cambiar email',
    'Sesiones abiertas',
    'Cerrar las demás sesiones',
  ]) {
    await press(page, sheet)
    await expect(page.locator('dialog[open]')).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('switch', { name: 'Verificación en dos pasos' }).click()
  const factor = page.getByRole('dialog', { name: 'Verificación en dos pasos' })
  await expect(factor.getByRole('img')).toBeVisible()
  await look()
  const secret = (await factor.locator('code').textContent()) ?? ''
  await factor.getByLabel('Código de seis números').fill(totpCode(secret, Date.now() / 1000))
  await expect(page.getByRole('alertdialog').locator('code')).toHaveCount(10)
  await look()
  await press(page, 'Ya los tengo')
  await carer.expectToast('Verificación activada')
  // The toast would lie over what is pressed later.
  await carer.closeToast()
  await page.getByRole('switch', { name: 'Verificación en dos pasos' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look()
  await press(page, 'Cancelar')
}

interface DataVisit extends Pick<Visit, 'carer' | 'account' | 'look'> {
  family: Family
}

/** Walks through the questions and offers of the diary, and through what can be done with all the data at once. */
async function goRoundData({ carer, account, family, look }: DataVisit): Promise<void> {
  const { page } = carer
  await family.logs(wakeUp('2025-08-11', '08:00'), sleep('siesta', '2025-08-11', '15:05', '15:40'))
  await family.logs(sleep('siesta', '2025-08-11', '15:09', '15:41'))
  await carer.signIn(account)
  await expect(page.getByRole('region', { name: 'Registro repetido' })).toBeVisible()
  await look()
  await press(page, 'Son dos')
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(Object.assign(offer, { prompt: () => Promise.resolve() }))
  })
  await expect(page.getByRole('region', { name: 'Ten Nana en tu pantalla de inicio' })).toBeVisible()
  await look()

  await carer.goTo('Plan')
  await press(page, 'Eliminar la cuenta')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  const data = theirData(page)
  await data.openExport()
  await expect(data.exportSheet).toBeVisible()
  await look()
  await data.exportSheet.getByText('Cerrar', { exact: true }).click()
  await data.choose(sample('baby-buddy.csv'))
  await expect(data.confirm).toBeEnabled()
  await look()
}

test('passwords, codes, sheets of the account and the printed diary keep WCAG, and lose nothing however they are read', async ({
  phone: carer,
  server,
  account,
}) => {
  await goRound({ carer, server, account, look: () => lookAt(carer.page) })
})

test('questions and offers of the diary, files and leaving keep WCAG, and lose nothing however they are read', async ({
  phone: carer,
  family,
  account,
}) => {
  await goRoundData({ carer, account, family, look: () => lookAt(carer.page) })
})
