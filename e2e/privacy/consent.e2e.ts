import { expectAccessible } from '../kit/accessible.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { expectNothingLostInAnyReading } from '../kit/nothing-lost.ts'
import { nameResponsible } from '../kit/responsible.ts'
import { test, wakeUp } from '../kit/seed.ts'
import { theirData } from '../kit/their-data.ts'

const TODAY = '2025-08-11'
const sheetOf = ({ page }: Carer) => page.getByRole('dialog', { name: 'Antes de empezar' })
const changedSheetOf = ({ page }: Carer) =>
  page.getByRole('dialog', { name: 'Ha cambiado la política de privacidad' })
const accept = ({ page }: Carer) => page.getByRole('button', { name: 'Acepto' }).click()

test('where nobody answers for the data nobody is asked, and nothing is looked up', async ({
  phone,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await phone.signIn()
  await phone.logWakeUp()
  await phone.whenAllSent()
  expect(asked.filter((url) => url.includes('/consents'))).toEqual([])
  await phone.goTo('Plan')
  await expect(page.getByRole('button', { name: 'Eliminar la cuenta' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retirar mi consentimiento' })).toHaveCount(0)
})

test('a new account is asked before anything is kept, once for all its phones', async ({
  phone,
  page,
  context,
  family,
  newPhone,
}) => {
  await nameResponsible(context, '2025-11-01')
  await phone.open()
  await phone.enterPassword()
  await expect(sheetOf(phone)).toBeVisible()
  await expect(sheetOf(phone)).toContainText('Sueños, S. L. responde de todo ello.')
  await expect(sheetOf(phone).getByRole('link', { name: 'Leer la política de privacidad' })).toHaveAttribute(
    'href',
    '/privacidad',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(sheetOf(phone)).toBeVisible()
  await expectNothingLostInAnyReading(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(family.baby()).rejects.toThrow('Nothing in baby_info yet')

  await phone.enterPassword()
  await accept(phone)
  await expect(sheetOf(phone)).toBeHidden()
  await phone.logWakeUp()
  await phone.whenAllSent()
  expect(await family.countRecords()).toBe(1)

  await phone.loseApi()
  await phone.reload()
  await expect(phone.records).toContainText('Hora: 08:20')
  await expect(sheetOf(phone)).toHaveCount(0)

  const partner = await newPhone()
  await nameResponsible(partner.page.context(), '2025-11-01')
  await partner.reload()
  await expect(partner.records).toContainText('Hora: 08:20')
  await expect.poll(() => partner.page.evaluate(() => localStorage.getItem('nana-consent'))).not.toBeNull()
  await expect(sheetOf(partner)).toHaveCount(0)
})

test('a new text is asked for again; without a network nobody is locked out of a diary', async ({
  phone,
  page,
  context,
  family,
}) => {
  await family.logs(wakeUp(TODAY, '08:20'))
  await phone.signIn()
  await expect(phone.records).toContainText('Hora: 08:20')

  await nameResponsible(context, '2025-11-01')
  await phone.loseApi()
  await phone.reload()
  await expect(phone.records).toContainText('Hora: 08:20')
  await phone.regainApi()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(sheetOf(phone)).toBeVisible()
  await phone.loseApi()
  await accept(phone)
  await expect(sheetOf(phone)).toBeHidden()
  await phone.regainApi()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nana-consent'))).not.toBeNull()

  await context.unrouteAll()
  await nameResponsible(context, '2025-12-01')
  await phone.reload()
  await expect(changedSheetOf(phone)).toBeVisible()
  await accept(phone)
  await expect(changedSheetOf(phone)).toBeHidden()

  await phone.goTo('Plan')
  const { text } = await theirData(page).export('Copia completa')
  const { account } = JSON.parse(text)
  expect(account).toMatchObject({
    email: expect.stringContaining('@example.org'),
    sign_in_methods: ['email'],
    has_second_factor: false,
    consents: [{ version: '2025-11-01' }, { version: '2025-12-01' }],
  })
  expect(account.open_sessions).toHaveLength(2)
})

test('who takes the consent back is told what that means, and led to the deletion', async ({
  phone,
  page,
  context,
}) => {
  await nameResponsible(context, '2025-11-01')
  await phone.open()
  await phone.enterPassword()
  await accept(phone)
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Retirar mi consentimiento' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Retirar tu consentimiento?' })
  await expect(question).toContainText('retirarlo es eliminar la cuenta')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Eliminar la cuenta' }).click()
  await expect(page.getByRole('alertdialog', { name: '¿Eliminar la cuenta?' })).toBeVisible()
})

test('a project whose tables are older than the app keeps no consent, and asks for none', async ({
  phone,
  context,
}) => {
  await nameResponsible(context, '2025-11-01')
  await context.route(/\/rest\/v1\/consents/, (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'PGRST205', message: 'Could not find the table', details: null, hint: null },
    }),
  )
  await phone.signIn()
  await phone.logWakeUp()
  await phone.whenAllSent()
  await expect(sheetOf(phone)).toHaveCount(0)
})
