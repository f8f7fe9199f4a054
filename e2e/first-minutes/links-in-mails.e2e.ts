import type { Page } from '@playwright/test'
import { expect, test } from '../kit/carer.ts'
import { inviteByCommand, mailedCode, mailedLink } from '../kit/mailed.ts'

test.use({ viewport: { width: 375, height: 667 } })

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'

/** Notes everything that is tapped, in order; typing isn't counted. */
class Taps {
  readonly taps: string[] = []
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async mail(link: string): Promise<void> {
    this.taps.push('the link in the mail')
    await this.page.goto(link)
  }
  async button(name: string): Promise<void> {
    this.taps.push(name)
    await this.page.getByRole('button', { name, exact: true }).tap()
  }
}

/** Looks at a link as a messenger's preview and a mailbox's scanner do, which must not spend it. */
async function look(page: Page, link: string): Promise<void> {
  for (const method of ['HEAD', 'GET', 'GET']) await page.request.fetch(link, { method })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const newPassword = (page: Page) => page.getByLabel('Contraseña nueva')

test('from the invitation’s mail to the diary: 3 taps, however often a messenger looked at the link', async ({
  phone,
  page,
  server,
}, info) => {
  const email = `first-${info.testId}@example.org`
  const link = await inviteByCommand(server, email)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? ''
  expect(token).toMatch(/^[0-9a-f]{56}$/)
  await look(page, link)
  const told: string[] = []
  page.on('request', (request) => told.push(request.url(), request.headers().referer ?? ''))

  const fingers = new Taps(page)
  await fingers.mail(link)
  await expect(heading(page, 'Tu cuenta está lista')).toBeVisible()
  await expect(phone.tabBar).toBeHidden()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.reload()
  await expect(heading(page, 'Tu cuenta está lista')).toBeVisible()
  await fingers.button('Elegir mi contraseña')
  await expect(newPassword(page)).toBeFocused()
  await expect(newPassword(page)).toHaveAccessibleDescription(/^Al menos 8 caracteres\./)
  await page.keyboard.type(NEW_PASSWORD)
  await fingers.button('Guardar contraseña')
  await expect(phone.tabBar).toBeVisible()
  expect(fingers.taps).toEqual(['the link in the mail', 'Elegir mi contraseña', 'Guardar contraseña'])
  // Neither a server's log nor another site may hold the token, and the address bar must not show it.
  expect(told.filter((text) => text.includes(token))).toEqual([])
  await expect(page).toHaveURL(`${server.url}/`)
})

test('a dead invitation says so and sends another mail: 2 taps, and its code opens', async ({
  phone,
  page,
  server,
}, info) => {
  const email = `late-${info.testId}@example.org`
  const link = await inviteByCommand(server, email)
  // A second invitation takes the place of the first, whose link is dead from then on.
  await inviteByCommand(server, email)
  await expect.poll(() => server.mailsTo(email).length).toBe(2)

  const fingers = new Taps(page)
  await page.goto(link)
  await fingers.button('Elegir mi contraseña')
  await expect(heading(page, 'Este enlace ya no vale')).toBeFocused()
  await expect(page.getByText(`Te llegará a ${email}.`)).toBeVisible()
  await fingers.button('Enviarme otro email')
  await expect(heading(page, 'Mira tu email')).toBeVisible()
  await page.getByLabel('Código del email').fill(await mailedCode(server, email, /^Elige tu contraseña$/))
  await expect(heading(page, 'Pon una contraseña nueva')).toBeVisible()
  await page.keyboard.type(NEW_PASSWORD)
  await fingers.button('Guardar contraseña')
  await expect(phone.tabBar).toBeVisible()
  expect(fingers.taps).toEqual(['Elegir mi contraseña', 'Enviarme otro email', 'Guardar contraseña'])
})

test('a dead link of another program asks for the address, and tells a stranger nothing', async ({
  page,
  server,
  account,
}) => {
  const answers: string[] = []
  for (const email of ['nadie@example.org', account.email]) {
    await page.goto(`${server.url}/auth/v1/verify?token=${'0'.repeat(56)}&type=recovery`)
    await expect(heading(page, 'Este enlace ya no vale')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Enviarme otro email' }).click()
    await expect(heading(page, 'Mira tu email')).toBeVisible()
    answers.push((await page.getByRole('main').innerText()).replace(email, '…'))
  }
  expect(answers[0]).toBe(answers[1])
  // Mails are sent after the answer, in the order in which they were asked for.
  await mailedLink(server, account.email, /contraseña/i)
  expect(server.mailsTo('nadie@example.org')).toEqual([])
})

test('who is signed in is asked over the app, and what was being written stays', async ({
  carer,
  page,
  server,
  account,
}) => {
  const apikey = await server.publicKey()
  await page.request.post(`${server.url}/auth/v1/recover`, {
    data: { email: account.email },
    headers: { apikey },
  })
  const link = await mailedLink(server, account.email, /contraseña/i)
  await page.getByLabel('A qué hora despertó?').fill('07:40')
  // An installed app opens the link in the window that is there: no new page comes.
  await page.evaluate((hash) => {
    location.hash = hash
  }, new URL(link).hash)
  const sheet = page.getByRole('dialog', { name: 'Elige otra contraseña' })
  await expect(sheet.getByRole('button', { name: 'Elegir mi contraseña' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Ahora no' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByLabel('A qué hora despertó?')).toHaveValue('07:40')
  await expect(page).toHaveURL(`${server.url}/`)

  await page.goto(link)
  await page.getByRole('button', { name: 'Elegir mi contraseña' }).click()
  await newPassword(page).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(carer.tabBar).toBeVisible()
})

test('who is signed in types the code of another mail over the app, and a wrong one changes nothing', async ({
  carer,
  page,
  server,
  account,
}) => {
  const sheet = page.getByRole('dialog')
  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    `#token_hash=${'0'.repeat(56)}&type=recovery`,
  )
  await sheet.getByRole('button', { name: 'Elegir mi contraseña' }).click()
  await expect(sheet.getByRole('heading', { name: 'Este enlace ya no vale' })).toBeFocused()
  await expect(sheet.getByText(`Te llegará a ${account.email}.`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Enviarme otro email' }).click()
  const code = await mailedCode(server, account.email, /contraseña/i)
  await page.getByLabel('Código del email').fill(code === '111111' ? '222222' : '111111')
  await carer.expectToast('No se pudo continuar', 'Ese código no vale')
  await expect(sheet.getByRole('heading', { name: 'Mira tu email' })).toBeVisible()
  await expect(carer.tabBar).toBeAttached()
  await page.getByLabel('Código del email').fill(code)
  await expect(heading(page, 'Pon una contraseña nueva')).toBeVisible()
  await newPassword(page).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(carer.tabBar).toBeVisible()
})

test('the invitation’s code, typed at the login of the phone in the hand: 2 taps', async ({
  phone,
  page,
  server,
}, info) => {
  const email = `typed-${info.testId}@example.org`
  await inviteByCommand(server, email)
  await phone.open()
  await page.getByLabel('Email').fill(email)
  const fingers = new Taps(page)
  await fingers.button('¿Olvidaste tu contraseña?')
  await fingers.button('Tengo un código')
  await expect(page.getByRole('dialog', { name: 'Tengo un código' })).toContainText(email)
  await page.getByLabel('Código del email').fill(await mailedCode(server, email))
  await newPassword(page).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(phone.tabBar).toBeVisible()
  expect(fingers.taps).toHaveLength(2)
})
