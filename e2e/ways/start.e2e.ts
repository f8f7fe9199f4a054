import type { Phone } from '../engines/phone.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { expect, test } from './ways.ts'

/** Behind a picture of the diary, and nowhere else, the page asks for scripts ahead. The app's own links say more. */
const hadPicture = (phone: Phone) =>
  phone.ask<boolean>(`document.querySelector('link[rel=modulepreload]:not([crossorigin])') !== null`)

const hasPicture = (phone: Phone) => phone.ask<boolean>(`document.getElementById('picture') !== null`)

test('a start shows the diary as it was left until the app is there, which takes its place', async ({
  carersHand: hand,
}) => {
  await hand.logWakeUp()
  await hand.hasSent()
  await hand.reload()
  // The picture has no tabs to go by.
  await hand.sees('Gráfico', ['navigation', 'Gráfico'])
  await hand.sees('Hora: 08:20', ['article'])
  expect(await hadPicture(hand.phone)).toBe(true)
  await expect.poll(() => hasPicture(hand.phone)).toBe(false)
  await hand.goTo('Plan')
  await hand.sees('Plan de Sueño')
})

test('a start while a sleep runs has no picture of it: the app alone tells its time', async ({
  hand,
  family,
  account,
}) => {
  await family.logs(wakeUp('2025-08-11', '08:20'), sleep('siesta', '2025-08-11', '15:38'))
  await hand.signIn(account)
  await hand.goTo('Diario')
  await hand.sees('15:38 – En curso', ['article', '15:38'])
  await hand.reload()
  await hand.sees('Gráfico', ['navigation', 'Gráfico'])
  await hand.sees('Durmiendo desde 15:38')
  expect(await hadPicture(hand.phone)).toBe(false)
  await expect.poll(() => hasPicture(hand.phone)).toBe(false)
})
