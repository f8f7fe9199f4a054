import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { carersOf, closeLink, enterSignedIn, expect, heading, invite, test } from './household.ts'

test.use({ viewport: { width: 375, height: 667 } })

test('a carer is invited, comes in by the link, and is in the list; the link is good for one', async ({
  carer,
  page,
  server,
  grandmother,
  otherPhone,
}) => {
  const carers = carersOf(carer)
  await carer.goTo('Plan')
  await expect(carers.heading).toBeVisible()
  await expectAccessible(page)
  const link = await invite(carer, 'Abuela')
  expect(link).toMatch(new RegExp(`^${server.url}/#invitacion=[0-9a-f]{64}$`))
  await expect(carers.invitation('Abuela')).toContainText(/Cuida y anota · caduca el \d/)

  const other = await otherPhone()
  await other.signIn()
  const told: string[] = []
  other.page.on('request', (request) => told.push(request.url(), request.headers().referer ?? ''))
  await other.page.goto(link)
  const sheet = other.page.getByRole('dialog', { name: 'Te invitan a cuidar de Lucía' })
  await expect(sheet).toContainText('Verás su diario y podrás apuntar siestas, noches y tomas.')
  await expect(sheet).toContainText('Quien te invita verá tu email.')
  await expect(sheet).toContainText(/La invitación caduca el \d/)
  await expectAccessible(other.page)
  await expect(other.page).toHaveURL(`${server.url}/`)
  await other.page.reload()
  await sheet.getByRole('button', { name: `Entrar como ${grandmother.email}` }).click()
  await other.expectToast('Ya tienes el diario', 'Este es el de Lucía.')
  // Neither a server's log nor another site may hold the token.
  const token = link.slice(link.indexOf('=') + 1)
  expect(told.filter((text) => text.includes(token))).toEqual([])

  await carer.goTo('Diario')
  await carer.goTo('Plan')
  await expect(carers.person('Abuela')).toContainText(/Cuida y anota · desde .*Última vez: /)
  await expect(carers.invitations).toHaveCount(0)
  await expectAccessible(page)
  await expectFitsWidth(page)

  await other.page.goto(link)
  const gone = other.page.getByRole('dialog', { name: 'Esta invitación ya no vale' })
  await expect(gone).toBeVisible()
  await expectAccessible(other.page)
  await gone.getByText('Cerrar', { exact: true }).click()
  await expect(other.page.getByRole('dialog')).toHaveCount(0)
})

test('the link’s sheet: a code for a camera, to copy, and the name of who invites is asked once', async ({
  carer,
  page,
  family,
}) => {
  await carer.goTo('Plan')
  const carers = carersOf(carer)
  await carers.invite.click()
  const sheet = page.getByRole('dialog', { name: 'Invitar a alguien' })
  await expect(sheet.getByLabel('Su nombre en casa')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Papá')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(sheet.getByRole('radio', { name: 'Solo mira' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(sheet.getByLabel('¿Y a ti? (opcional)')).toBeFocused()
  await page.keyboard.type('Marta')
  await page.keyboard.press('Enter')
  const made = page.getByRole('alertdialog', { name: 'Invitación para Papá' })
  await expect(made.getByRole('img', { name: 'Código QR de la invitación' })).toBeVisible()
  await expect(made).toContainText('Vale siete días y para una sola persona.')
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sin mandar el enlace?' })
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await made.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(made.getByRole('button', { name: 'Copiado' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await made.getByText(/#invitacion=/).innerText())
  await made.getByRole('button', { name: 'Listo' }).click()
  await expect(carers.invite).toBeFocused()
  await expect.poll(async () => (await family.baby()).owner_name).toBe('Marta')
  await carers.invite.click()
  await expect(sheet.getByLabel('Su nombre en casa')).toBeVisible()
  await expect(sheet.getByLabel('¿Y a ti? (opcional)')).toHaveCount(0)
})

test('a viewer is told what a viewer may do, and who invites', async ({
  carer,
  family,
  grandmother,
  otherPhone,
}) => {
  await carer.goTo('Plan')
  const carers = carersOf(carer)
  await carers.invite.click()
  await carer.page.getByLabel('¿Y a ti? (opcional)').fill('Marta')
  await carer.page.getByLabel('Su nombre en casa').fill('Abuela')
  await carer.page.getByRole('radio', { name: 'Solo mira' }).check()
  await carer.page.getByRole('button', { name: 'Crear la invitación' }).click()
  const link = await carer.page.getByText(/#invitacion=/).innerText()
  await closeLink(carer.page)
  await expect.poll(async () => (await family.baby()).owner_name).toBe('Marta')

  const other = await otherPhone()
  await other.page.goto(link)
  await expect(heading(other.page, 'Marta te invita a ver el sueño de Lucía')).toBeVisible()
  await expect(other.page.getByRole('main')).toContainText('Nana es una app para anotar cómo duerme un bebé.')
  await expect(other.page.getByRole('main')).toContainText('Verás su diario y su gráfico, sin cambiar nada.')
  await expect(other.page.getByRole('link', { name: 'Privacidad' })).toHaveAttribute('href', '/privacidad')
  await expectAccessible(other.page)
  await other.page.getByRole('button', { name: 'Ya tengo cuenta' }).click()
  await other.signInHere(grandmother)
  await other.expectToast('Ya tienes el diario', 'Este es el de Lucía.')
  await expect(other.page.getByText('No hay registros para este día.')).toBeVisible()
})

test('a withdrawn link says so, and so does one’s own', async ({ carer, page, otherPhone }) => {
  const link = await invite(carer, 'Abuela')
  await page.goto(link)
  await expect(page.getByRole('dialog', { name: 'Esta invitación la has hecho tú' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()

  await carer.goTo('Plan')
  const carers = carersOf(carer)
  await page.getByRole('button', { name: 'Retirar la invitación de Abuela' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Retirar la invitación de Abuela?' })
  await question.getByRole('button', { name: 'Retirar' }).click()
  await carer.expectToast('Invitación retirada')
  await expect(carers.heading.locator('[tabindex]')).toBeFocused()
  await expect(carers.invitations).toHaveCount(0)

  const other = await otherPhone()
  await other.page.goto(link)
  await expect(heading(other.page, 'Esta invitación ya no vale')).toBeVisible()
  await other.page.getByRole('button', { name: 'Ir al inicio de sesión' }).click()
  await expect(other.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await other.page.reload()
  await expect(other.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('who is in already takes nobody’s place by a link for somebody else, which stays good', async ({
  carer,
  grandmother,
  otherPhone,
}) => {
  const first = await invite(carer, 'Papá')
  const other = await otherPhone()
  await other.signIn()
  await enterSignedIn(other, first, grandmother)
  const second = await invite(carer, 'Abuela', 'Solo mira')
  await other.page.goto(second)
  const said = other.page.getByRole('dialog', { name: 'Ya estás en este diario' })
  await expect(said).toBeVisible()
  await expectAccessible(other.page)
  // The toast of having come in has a button of that name, too, which is a drawing.
  await said.getByText('Cerrar', { exact: true }).click()
  await other.goTo('Plan')
  await expect(other.page.getByRole('button', { name: 'Guardar Cambios' })).toBeVisible()
  await expect(carersOf(carer).invitations).toHaveCount(1)
})

test('who is in is given another name and role, and is sent away; what happened can be read', async ({
  carer,
  page,
  grandmother,
  letGrandmotherIn,
}) => {
  await letGrandmotherIn()
  await carer.goTo('Diario')
  await carer.goTo('Plan')
  const carers = carersOf(carer)
  await page.getByRole('button', { name: 'Cambiar lo que puede hacer Abuela' }).click()
  const sheet = page.getByRole('dialog', { name: 'Abuela' })
  await expect(sheet.getByLabel('Su nombre en casa')).toHaveAccessibleDescription(grandmother.email)
  await expectAccessible(page)
  await sheet.getByLabel('Su nombre en casa').fill('Yaya')
  await sheet.getByRole('radio', { name: 'Solo mira' }).check()
  await sheet.getByRole('button', { name: 'Guardar' }).click()
  await carer.expectToast('Guardado')
  await expect(carers.person('Yaya')).toContainText('Solo mira')

  await page.getByRole('button', { name: 'Cambiar lo que puede hacer Yaya' }).click()
  await page.getByRole('dialog', { name: 'Yaya' }).getByRole('button', { name: 'Quitar el acceso' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Quitar el acceso a Yaya?' })
  await expect(question).toContainText('Su teléfono dejará de ver el diario en cuanto tenga red.')
  await question.getByRole('button', { name: 'Quitar el acceso' }).click()
  await carer.expectToast('Yaya ya no ve el diario')
  await expect(carers.people).toHaveCount(0)

  await carers.history.click()
  const history = page.getByRole('dialog', { name: 'Qué ha pasado' }).getByRole('listitem')
  await expect(history).toContainText([
    'Quitaste el acceso a Yaya',
    'Abuela pasó a llamarse Yaya (solo mira)',
    'Abuela entró (cuida y anota)',
    'Invitaste a Abuela (cuida y anota)',
  ])
  await expect(history).toContainText([grandmother.email, grandmother.email, grandmother.email, ''])
  await expectAccessible(page)
})

test('without a network: the list stays, and what needs one says so', async ({ carer, page, otherPhone }) => {
  const link = await invite(carer, 'Abuela')
  const carers = carersOf(carer)
  await expect(carers.invitation('Abuela')).toBeVisible()
  await carer.loseApi()
  await carers.invite.click()
  const sheet = page.getByRole('dialog', { name: 'Invitar a alguien' })
  await sheet.getByLabel('Su nombre en casa').fill('Papá')
  await sheet.getByRole('button', { name: 'Crear la invitación' }).click()
  await carer.expectToast('No se ha podido invitar', 'No hay conexión con el servidor.')
  await expect(sheet.getByLabel('Su nombre en casa')).toHaveValue('Papá')
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await expect(carers.invitation('Abuela')).toBeVisible()

  const other = await otherPhone()
  await other.loseApi()
  await other.page.goto(link)
  await expect(heading(other.page, 'No se ha podido abrir')).toBeVisible()
  await other.regainApi()
  await other.page.getByRole('button', { name: 'Volver a probar' }).click()
  await expect(heading(other.page, 'Te invitan a cuidar de Lucía')).toBeVisible()
})

test('a family that has invited as many as it can is told', async ({ carer, page }) => {
  await page.route('**/rpc/invite_to_family', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: '23514',
        message: 'this family has invited as many as it can',
        details: null,
        hint: null,
      },
    }),
  )
  await carer.goTo('Plan')
  await carersOf(carer).invite.click()
  await page.getByLabel('Su nombre en casa').fill('Papá')
  await page.getByRole('button', { name: 'Crear la invitación' }).click()
  await carer.expectToast('No se ha podido invitar', 'No caben más invitaciones por ahora.')
})

test('a phone that shares hands the link to whoever it is sent to', async ({ carer, page }) => {
  await page.addInitScript(() => {
    navigator.share = async (shared) => {
      document.title = JSON.stringify(shared)
    }
  })
  await carer.reload()
  await carer.goTo('Plan')
  await carersOf(carer).invite.click()
  await page.getByLabel('Su nombre en casa').fill('Papá')
  await page.getByRole('button', { name: 'Crear la invitación' }).click()
  const link = await page.getByText(/#invitacion=/).innerText()
  await page.getByRole('button', { name: 'Compartir' }).click()
  await expect.poll(() => page.title()).toContain(link)
  expect(await page.title()).toContain('Te invito al diario de sueño de Lucía')
  await expectAccessible(page)
  await expectFitsWidth(page)
})
