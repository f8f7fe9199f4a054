import { sleep } from '../kit/seed.ts'
import { test } from './ways.ts'

test('two tabs show one diary', async ({ carersHand: hand }) => {
  const tab = await hand.newTab()
  await tab.open()
  await tab.sees('A qué hora despertó?')
  await hand.logWakeUp()
  await tab.sees('Hora: 08:20', ['article'])
})

test('two tabs: who signs out in one is out in the other', async ({ carersHand: hand }) => {
  const tab = await hand.newTab()
  await tab.open()
  await tab.sees('A qué hora despertó?')
  await hand.signOut()
  await tab.sees('Iniciar Sesión')
})

test('two phones: one starts a nap, the other ends it', { tag: '@ten' }, async ({
  carersHand: hand,
  newHand,
  account,
}) => {
  const partner = await newHand()
  await partner.signIn(account)
  await hand.goTo('Añadir descanso')
  await hand.press('Confirmar hora de inicio')
  await hand.toast('Hora de inicio guardada')
  await partner.goTo('Diario')
  await partner.sees('Durmiendo desde 16:20')
  await partner.press(/^Terminar siesta/)
  await partner.toast('¡Descanso actualizado!')
  await hand.goTo('Diario')
  await hand.counts('article', 1)
  await hand.seesNot('Durmiendo desde')
})

test('two phones: a deletion on one is gone on the other', async ({ hand, newHand, family, account }) => {
  await family.logs(sleep('siesta', '2025-08-11', '10:00', '11:10'))
  await hand.signIn(account)
  const partner = await newHand()
  await partner.signIn(account)
  await partner.counts('article', 1)
  await hand.press(/^Eliminar/, { in: ['article'] })
  await hand.press('Eliminar', { in: ['alertdialog'] })
  await partner.counts('article', 0)
})
