import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { atRest, expectAccessible } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'

const ANA = 'ana@example.org'

/** The diary of another family, which lets this account in, is the one that is shown. */
async function isLetInto(page: Page, userId: string, babyName: string): Promise<void> {
  const theirs = randomUUID()
  const family = {
    family_id: theirs,
    baby_name: babyName,
    owner_name: 'Luis',
    role: 'carer',
    until: null,
    is_open: true,
    is_untouched: false,
    access_rev: 1,
    people: [],
    invitations: [],
  }
  const own = { ...family, family_id: userId, baby_name: 'Vera', owner_name: 'Ana', role: 'owner' }
  await page.evaluate((news) => window.drawnPhone.hear(news), {
    userId: `${userId}.${theirs}`,
    from: null,
    to: 1,
    baby: {
      id: theirs,
      user_id: theirs,
      name: babyName,
      birth_date: '2025-01-11',
      birth_date_known: true,
    },
    plan: { id: theirs, user_id: theirs, ...DEFAULT_PLAN },
    records: [],
    deleted: [],
  })
  await page.evaluate((kept) => Object.assign(localStorage, kept), {
    [`nana-families:${userId}`]: JSON.stringify({ families: [own, family], shown: theirs, left: [] }),
  })
}

/** The server has told the phone this of the account. */
async function isToldOf(page: Page, userId: string, change: object): Promise<void> {
  await page.evaluate(
    ([id, changed]) => {
      const session = JSON.parse(localStorage['nana-auth'])
      const token = `.${btoa(JSON.stringify({ sub: id, aal: 'aal2' }))}.`
      const user = { ...session.user, ...changed }
      localStorage['nana-auth'] = JSON.stringify({ ...session, access_token: token, user })
      window.dispatchEvent(new StorageEvent('storage', { key: 'nana-auth' }))
    },
    [userId, change] as const,
  )
}

test('who deletes the account while another family’s diary is shown reads that theirs stays', async ({
  family,
  phone,
  page,
}) => {
  await isLetInto(page, family.userId, 'Leo')
  await phone.signIn()
  await phone.goTo('Plan')
  await expect(page.getByRole('heading', { name: 'El diario de Leo' })).toBeVisible()
  await page.getByRole('button', { name: 'Eliminar la cuenta' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar tu cuenta?' })
  await expect(dialog).toContainText('El diario que estás viendo es de otra familia y no se borrará')
  await expect(dialog).not.toContainText('Leo')
  await expect(dialog.getByRole('button', { name: 'Eliminar mi cuenta' })).toBeVisible()
  await expectAccessible(page)
})

test('the late answer to a change of the account leaves the sheet that is open meanwhile', async ({
  family,
  carer,
  page,
}) => {
  const answer = await hold(page, '**/auth/v1/user*', { json: { id: family.userId, email: ANA } })
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const changing = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  await changing.getByLabel('Contraseña nueva').fill('cuna-luna-y-manzanilla')
  await changing.getByRole('button', { name: 'Guardar contraseña' }).click()
  await changing.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  const email = page.getByRole('dialog', { name: 'Cambiar email' }).getByLabel('Email nuevo')
  await email.fill('ana.nueva@example.org')
  answer()
  await carer.expectToast('Contraseña guardada')
  await expect(email).toHaveValue('ana.nueva@example.org')
})

test('the late answer to a change of address leaves the sheet that was opened again', async ({
  family,
  carer,
  page,
}) => {
  const answer = await hold(page, '**/auth/v1/user*', { json: { id: family.userId, email: ANA } })
  await carer.goTo('Plan')
  const open = page.getByRole('button', { name: 'Cambiar email' })
  const sheet = page.getByRole('dialog', { name: 'Cambiar email' })
  const email = sheet.getByLabel('Email nuevo')
  await open.click()
  await email.fill('ana.nueva@example.org')
  await sheet.getByRole('button', { name: 'Enviar enlaces' }).click()
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await open.click()
  await email.fill('ana.otra@example.org')
  answer()
  await carer.expectToast('Mira tus dos emails')
  await expect(email).toHaveValue('ana.otra@example.org')
})

const FACTOR = { id: 'one', type: 'totp', totp: { qr_code: '<svg/>', secret: 'A', uri: 'otpauth://a' } }

for (const { what, url, json, ask } of [
  {
    what: 'the list of the sessions',
    url: '**/auth/v1/sessions',
    json: { sessions: [] },
    ask: (page: Page) => page.getByRole('button', { name: 'Sesiones abiertas' }).click(),
  },
  {
    what: 'a second factor',
    url: '**/auth/v1/factors',
    json: FACTOR,
    ask: (page: Page) => page.getByRole('switch', { name: 'Verificación en dos pasos' }).click(),
  },
]) {
  test(`the late answer that brings ${what} opens nothing over what is being typed`, async ({
    family,
    carer,
    page,
  }) => {
    await page.route('**/auth/v1/user', (route) => route.fulfill({ json: { id: family.userId, email: ANA } }))
    const answer = await hold(page, url, { json })
    await carer.goTo('Plan')
    await ask(page)
    await page.getByRole('button', { name: 'Cambiar email' }).click()
    const email = page.getByRole('dialog', { name: 'Cambiar email' }).getByLabel('Email nuevo')
    await email.focus()
    await page.keyboard.type('ana.nueva')
    const came = page.waitForResponse(url)
    answer()
    await came
    await atRest(page)
    await page.keyboard.type('@example.org')
    await expect(email).toHaveValue('ana.nueva@example.org')
  })
}

test('while one of two codes is on its way, the sheet that was opened again asks for nothing else', async ({
  family,
  carer,
  page,
}) => {
  await isToldOf(page, family.userId, { new_email: 'ana.nueva@example.org' })
  const answer = await hold(page, '**/auth/v1/verify', { json: { code: 200, msg: 'Accepted' } })
  await carer.goTo('Plan')
  const open = page.getByRole('button', { name: 'Cambiar email' })
  const sheet = page.getByRole('dialog', { name: 'Cambio pendiente a ana.nueva@example.org' })
  const code = sheet.getByLabel('Código del email')
  await open.click()
  await code.fill('123456')
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await open.click()
  // One at a time: mails that were asked for now would make the code worthless that is on its way.
  await expect(sheet.getByRole('button', { name: 'Reenviar los emails' })).toBeDisabled()
  answer()
  await expect(sheet.getByText('Bien. Falta el código del otro email.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Reenviar los emails' })).toBeEnabled()
})

/** The account has a second factor. Returns what makes recovery codes on the plan's screen. */
async function makesCodes(page: Page, userId: string): Promise<() => Promise<void>> {
  await page.route('**/auth/v1/recovery_codes', (route) =>
    route.fulfill({ json: { codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] } }),
  )
  await isToldOf(page, userId, { factors: [{ id: userId, factor_type: 'totp', status: 'verified' }] })
  return async () => {
    await page.getByRole('button', { name: 'Códigos de recuperación nuevos' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Crear códigos' }).click()
  }
}

const codesSheet = (page: Page) => ({
  codes: page.getByRole('alertdialog', { name: 'Códigos de recuperación' }),
  question: page.getByRole('alertdialog', { name: '¿Cerrar sin guardar los códigos?' }),
})

test('recovery codes that are on no paper and in no copy aren’t closed without a question', async ({
  family,
  carer,
  page,
}) => {
  const make = await makesCodes(page, family.userId)
  await carer.goTo('Plan')
  await make()
  const { codes, question } = codesSheet(page)
  await expect(codes.locator('code')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(question).toContainText('no volverán a salir')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(codes.getByText('aaaa-bbbb-cccc-dddd')).toBeVisible()
  await page.goBack()
  await question.getByRole('button', { name: 'Cerrar' }).click()
  await expect(codes).toBeHidden()

  await page.evaluate(() => {
    window.print = () => {}
  })
  await make()
  await codes.getByRole('button', { name: 'Imprimir' }).click()
  await page.keyboard.press('Escape')
  await expect(codes).toBeHidden()
  await expect(question).toBeHidden()

  await make()
  await codes.getByRole('button', { name: 'Ya los tengo' }).click()
  await expect(codes).toBeHidden()
  await expect(question).toBeHidden()
})

test('that codes were copied is heard late: those that were made meanwhile weren’t', async ({
  family,
  carer,
  page,
}) => {
  const make = await makesCodes(page, family.userId)
  await page.evaluate(() => {
    const writeText = () => new Promise<void>((resolve) => Reflect.set(window, 'tellCopied', resolve))
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  })
  await carer.goTo('Plan')
  await make()
  const { codes, question } = codesSheet(page)
  await codes.getByRole('button', { name: 'Copiar' }).click()
  await codes.getByRole('button', { name: 'Ya los tengo' }).click()
  await make()
  await expect(codes).toBeVisible()
  await page.evaluate(() => Reflect.get(window, 'tellCopied')())
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cerrar' }).click()
  await expect(codes).toBeHidden()
})
