import { totpCode } from '../../server/testing/totp-code.ts'
import { expect, test } from './ways.ts'

const now = () => Date.now() / 1000

test('a wrong password says so, and the email stays', async ({ hand, account }) => {
  await hand.open()
  await hand.enterPassword({ ...account, password: 'no-es-esta' })
  await hand.toast('Sign in Failed', 'El email o la contraseña no son correctos.')
  await hand.reads('Email', account.email)
})

test('a field that is missing is pointed at, and nothing is sent', async ({ hand }) => {
  await hand.open()
  await hand.press('Iniciar Sesión')
  await expect.poll(() => hand.phone.ask('document.activeElement.type')).toBe('email')
})

test('the password can be looked at', async ({ hand }) => {
  await hand.open()
  await hand.phone.fill('Contraseña', 'siesta')
  await hand.press('Mostrar')
  await expect
    .poll(() => hand.phone.ask('document.querySelector("[autocomplete=current-password]").type'))
    .toBe('text')
})

test('a reload keeps the session', async ({ carersHand: hand }) => {
  await hand.reload()
  // The picture of the diary says the same before the app is there, and has no tabs to go by.
  await hand.sees('Gráfico', ['navigation', 'Gráfico'])
  await hand.sees('A qué hora despertó?')
})

test('who signs out finds the login, and on the next visit too', { tag: '@ten' }, async ({
  carersHand: hand,
}) => {
  await hand.signOut()
  await hand.reload()
  await hand.sees('Iniciar Sesión')
  await hand.seesNot('Diario')
})

test('without the server it says so, and works once it is back', async ({ hand, account, server }) => {
  await hand.open()
  await hand.isKept()
  await server.kill()
  await hand.enterPassword(account)
  await hand.toast('Sign in Failed', 'No hay conexión con el servidor.')
  await server.restart()
  await hand.press('Iniciar Sesión')
  await hand.sees('A qué hora despertó?')
  // The auth client writes the lost connection to the console.
  hand.expectComplaint(/Load failed|Failed to fetch|NetworkError|^Error$/)
})

test('with a second factor the password alone opens nothing; the code does', async ({
  carersHand: hand,
  account,
}) => {
  await hand.goTo('Plan')
  await hand.phone.press('switch', 'Verificación en dos pasos')
  await hand.counts('img', 1, 'Código QR para la aplicación de códigos')
  const secret = await hand.phone.ask<string>(
    'document.querySelector("dialog code, [role=dialog] code").textContent',
  )
  await hand.phone.fill('Código de seis números', totpCode(secret, now()))
  await hand.press('Ya los tengo')
  await hand.toast('Verificación activada')
  await hand.signOut()
  await hand.enterPassword(account)
  await hand.sees('Escribe tu código')
  await hand.phone.fill('Código de seis números', totpCode(secret, now() + 30))
  await hand.sees('Plan')
  await hand.seesNot('Escribe tu código')
})
