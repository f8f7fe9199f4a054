import { expect, test } from './ways.ts'

test('the server is gone: what is logged stays through a reload, and reaches it once', {
  tag: '@ten',
}, async ({ carersHand: hand, family, server }) => {
  await hand.isKept()
  await server.kill()
  await hand.logWakeUp()
  await hand.logNap('10:00', '11:10')
  await hand.toast('¡Descanso guardado!')
  await hand.reload()
  await hand.goTo('Diario')
  await hand.counts('article', 2)
  await hand.sees('10:00 – 11:10', ['article'])
  await server.restart()
  await hand.hasSent()
  await expect.poll(() => family.countRecords()).toBe(2)
})

test('the app starts whole with the server gone: diary, form, chart, plan', async ({
  carersHand: hand,
  server,
}) => {
  await hand.logWakeUp()
  await hand.hasSent()
  await hand.isKept()
  await server.kill()
  const tab = await hand.newTab()
  await tab.open()
  await tab.sees('Hora: 08:20', ['article'])
  await tab.goTo('Gráfico')
  await tab.sees('Gráfico Semanal')
  await tab.goTo('Plan')
  await tab.sees('Plan de Sueño')
  await tab.goTo('Añadir descanso')
  await tab.sees('Nuevo Registro')
  await server.restart()
})

test('who signs out with something unsent is asked, and can wait', async ({ carersHand: hand, server }) => {
  await server.kill()
  await hand.logWakeUp()
  await hand.press('Cerrar sesión')
  await hand.sees('se perderá 1 registro', ['alertdialog'])
  await hand.press('Esperar', { in: ['alertdialog'] })
  await server.restart()
  await hand.sees('Iniciar Sesión')
})

test('what is saved is on the disk at once: the page may end the moment after', async ({
  carersHand: hand,
}) => {
  await hand.logWakeUp()
  await hand.reload()
  await hand.sees('Hora: 08:20', ['article'])
})
