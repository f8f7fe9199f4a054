import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { heard, person } from './heard.ts'

test.use({ viewport: { width: 320, height: 568 } })

/** What the server told this phone when it could last be asked. */
function heardOfAll(page: Page, userId: string): Promise<void> {
  const people = [
    person('Abuela', {
      last_seen_at: '2025-08-11T12:40:00Z',
      email: 'abuela-carmen.de-la-fuente@correo.example.org',
    }),
    person('Tía Carmen de la Fuente y Montenegro', { role: 'viewer', last_seen_at: '2025-08-10T20:00:00Z' }),
    person('Papá', { granted_at: '2025-08-11T06:00:00Z' }),
    person('Doctora', { role: 'consultant', until: '2025-08-20T22:00:00Z' }),
    person('Canguro', { ended_at: '2025-08-05T10:00:00Z' }),
  ]
  const invitation = {
    id: 'one',
    name: 'Yayo',
    role: 'viewer',
    until: null,
    invited_at: '2025-08-10T10:00:00Z',
    expires_at: '2025-08-12T10:00:00Z',
  }
  return heard(page, userId, { people, invitations: [invitation] })
}

test('the plan lists who is in and who is invited, as the phone heard it last', async ({
  family,
  phone,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await heardOfAll(page, family.userId)
  await phone.signIn()
  await phone.goTo('Plan')
  await expect(page.getByRole('heading', { name: 'Quién cuida de Lucía' })).toBeVisible()
  const inside = page.getByRole('list', { name: 'Quién está dentro' }).getByRole('listitem')
  await expect(inside).toHaveText([
    /^AbuelaCuida y anota · desde el 3 de agostoÚltima vez: hoy hacia las 14:40abuela-carmen.de-la-fuente@correo.example.org/,
    /^Tía Carmen.*Solo mira · desde el 3 de agostoÚltima vez: ayer/,
    /^PapáCuida y anota · desde hoyTodavía no ha entrado/,
    /^DoctoraProfesional: solo mira · hasta el 20 de agosto.*Quitar el acceso$/,
  ])
  const invited = page.getByRole('list', { name: 'Invitaciones sin usar' }).getByRole('listitem')
  await expect(invited).toHaveText([/^YayoSolo mira · caduca mañana/])
  await expectAccessible(page)
  await expectFitsWidth(page)
  expect(await smallTargets(page)).toEqual([])
})

test('an answer that comes when another screen is looked at waits there, and keeps nobody from the diary', async ({
  family,
  phone,
  page,
}) => {
  const answer = await hold(page, '**/rest/v1/access_history*', { json: [] })
  await heardOfAll(page, family.userId)
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Qué ha pasado' }).click()
  await phone.goTo('Diario')
  const came = page.waitForResponse('**/rest/v1/access_history*')
  answer()
  await came
  await phone.goTo('Gráfico')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await phone.goTo('Plan')
  const history = page.getByRole('dialog', { name: 'Qué ha pasado' })
  await expect(history).toBeVisible()
  await page.goBack()
  await expect(history).toHaveCount(0)
})

test('the late answer to a change that was closed leaves what is opened and typed meanwhile', async ({
  family,
  phone,
  page,
}) => {
  const answer = await hold(page, '**/rest/v1/rpc/change_access*', { status: 204 })
  // Asked for the list, nobody says anything: the phone keeps what it heard.
  await page.route('**/rest/v1/rpc/my_families*', (route) => route.fulfill({ status: 204 }))
  await heardOfAll(page, family.userId)
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar lo que puede hacer Papá' }).click()
  const changing = page.getByRole('dialog', { name: 'Papá' })
  await changing.getByRole('button', { name: 'Guardar' }).click()
  await changing.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Invitar a alguien' }).click()
  const name = page.getByRole('dialog', { name: 'Invitar a alguien' }).getByLabel('Su nombre en casa')
  await name.fill('Yaya')
  answer()
  await phone.expectToast('Guardado')
  await expect(name).toHaveValue('Yaya')
})

test('the late answer that somebody is out leaves the focus in what is being typed', async ({
  family,
  phone,
  page,
}) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/rpc/end_access*', async (route) => {
    await answered
    await route.fulfill({ status: 204 })
  })
  await page.route('**/rest/v1/rpc/my_families*', (route) => route.fulfill({ status: 204 }))
  await heardOfAll(page, family.userId)
  await phone.signIn()
  await phone.goTo('Plan')
  await page.getByRole('listitem').filter({ hasText: 'Doctora' }).getByRole('button').click()
  const name = page.getByRole('textbox', { name: 'Nombre' })
  await name.focus()
  answer()
  await phone.expectToast('Doctora ya no ve el diario')
  await expect(name).toBeFocused()
})

test('that a link was sent is heard late: the next invitation’s link wasn’t', async ({
  family,
  phone,
  page,
}) => {
  let token = 0
  await page.route('**/rest/v1/rpc/invite_to_family*', (route) => {
    token += 1
    const json = { id: `${token}`, token: `${token}`, expires_at: '2025-08-13T10:00:00Z' }
    return route.fulfill({ headers: { 'content-range': '0-0/*' }, json })
  })
  await page.route('**/rest/v1/rpc/my_families*', (route) => route.fulfill({ status: 204 }))
  await heardOfAll(page, family.userId)
  await phone.signIn()
  await page.evaluate(() => {
    navigator.share = () => new Promise((resolve) => Reflect.set(window, 'tellShared', resolve))
  })
  await phone.goTo('Plan')
  const invite = async (name: string) => {
    await page.getByRole('button', { name: 'Invitar a alguien' }).click()
    await page.getByLabel('Su nombre en casa').fill(name)
    await page.getByRole('button', { name: 'Crear la invitación' }).click()
  }
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sin mandar el enlace?' })
  await invite('Yaya')
  await page.getByRole('button', { name: 'Compartir' }).click()
  await page.getByRole('button', { name: 'Listo' }).click()
  await question.getByRole('button', { name: 'Cerrar' }).click()
  await invite('Canguro')
  await expect(page.getByRole('alertdialog', { name: 'Invitación para Canguro' })).toBeVisible()
  await page.evaluate(() => Reflect.get(window, 'tellShared')())
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
})

test('by keyboard: a name of blanks invites nobody, and Escape gives the focus back', async ({
  family,
  phone,
  page,
}) => {
  await heardOfAll(page, family.userId)
  await phone.signIn()
  await phone.goTo('Plan')
  const invite = page.getByRole('button', { name: 'Invitar a alguien' })
  await invite.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Invitar a alguien' })
  const name = sheet.getByLabel('Su nombre en casa')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Así saldrá junto a lo que anote/)
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  expect(await name.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false)
  await expect(sheet.getByRole('button', { name: 'Crear la invitación' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('radio', { name: 'Cuida y anota' })).toBeFocused()
  await expect(sheet.getByRole('radio', { name: 'Cuida y anota' })).toHaveAccessibleDescription(/como tú/)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(invite).toBeFocused()
  // What a professional may do isn't chosen here.
  await expect(page.getByRole('button', { name: 'Cambiar lo que puede hacer Papá' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar lo que puede hacer Doctora' })).toHaveCount(0)
})

test('what a family that is left never got is dropped only after a second question', async ({
  family,
  phone,
  page,
}) => {
  await heard(page, family.userId, { left: [{ family_id: 'theirs', baby_name: 'Mara', unsent: 2 }] })
  await phone.signIn()
  const question = page.getByRole('alertdialog', { name: 'Ya no tienes acceso al diario de Mara' })
  const drop = question.getByRole('button', { name: 'Borrar sin guardar' })
  await drop.click()
  const sure = page.getByRole('alertdialog', { name: '¿Borrar sin guardar?' })
  await expect(sure).toContainText('Estos 2 cambios solo están en este teléfono')
  await expect(sure.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drop).toBeFocused()
  await drop.click()
  await sure.getByRole('button', { name: 'Borrar' }).click()
  await expect(question).toBeHidden()
  await expect
    .poll(() => page.evaluate((key) => localStorage[key], `nana-families:${family.userId}`))
    .toContain('"left":[]')
})
