import { sleep, wakeUp } from '../kit/seed.ts'
import { expect, test } from './ways.ts'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-05', 'Lucía')
})

test('the week: seven days, their totals, and the week before', { tag: '@ten' }, async ({
  hand,
  family,
  account,
}) => {
  await family.logs(
    wakeUp('2025-08-05', '07:20'),
    sleep('siesta', '2025-08-05', '10:00', '11:30'),
    sleep('noche', '2025-08-05', '20:00', '07:00'),
  )
  await hand.signIn(account)
  await hand.goTo('Gráfico')
  await hand.sees('11 - 17 de agosto 2025')
  await hand.press('Semana anterior')
  await hand.sees('4 - 10 de agosto 2025')
  await hand.sees('12h 30m')
})

test('the table for those who hear the week takes no room on the screen', async ({ carersHand: hand }) => {
  await hand.goTo('Gráfico')
  await hand.sees('Gráfico Semanal')
  const widest = () =>
    hand.phone.ask<number>(`(() => {
      const caption = [...document.querySelectorAll('caption')].find((one) => one.textContent.startsWith('Sueño por día'))
      const { x, y } = caption.getBoundingClientRect()
      return document.elementsFromPoint(x + 30, y + 5).includes(caption) ? 1 : 0
    })()`)
  await expect.poll(widest).toBe(0)
})

test('one button saves baby and plan', { tag: '@ten' }, async ({ hand, family, account }) => {
  await hand.signIn(account)
  await hand.goTo('Plan')
  await hand.phone.fill('Nombre', 'Lucía María')
  await hand.phone.fill('Ventana de sueño tras despertar', '1h45')
  await hand.press('Guardar Cambios')
  await hand.toast('¡Todo guardado!')
  await hand.reads('Ventana de sueño tras despertar', '1h 45min')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía María')
  await expect.poll(async () => (await family.plan()).first_wake_window).toBe('1h 45min')
})

test('what is typed in the plan survives a look at another tab', async ({ hand, account }) => {
  await hand.signIn(account)
  await hand.goTo('Plan')
  await hand.phone.fill('Nombre', 'Martina')
  await hand.goTo('Diario')
  await hand.goTo('Plan')
  await hand.reads('Nombre', 'Martina')
})

test('the paper is drawn as wide as the screen has room for', async ({ hand, account }) => {
  await hand.signIn(account)
  await hand.goTo('Gráfico')
  await hand.press('Imprimir o guardar como PDF')
  await hand.sees('Lucía', ['dialog'])
  const widths = () =>
    hand.phone.ask<number>(`(() => {
      const sheet = document.querySelector('dialog article, [role=dialog] article').getBoundingClientRect()
      return Math.round(sheet.width / sheet.height * 297)
    })()`)
  await expect.poll(widths).toBe(210)
  const room = await hand.phone.ask<number>(
    `document.querySelector('dialog article, [role=dialog] article').getBoundingClientRect().width / innerWidth`,
  )
  expect(room).toBeGreaterThan(0.85)
  expect(room).toBeLessThanOrEqual(1)
})

test('a file of Huckleberry’s is seen before it is stored', async ({ carersHand: hand, family }) => {
  await hand.goTo('Plan')
  await hand.press('Importar')
  await hand.phone.giveFile('e2e/samples/huckleberry.csv')
  await hand.sees('Siestas', ['dialog'])
  await hand.press(/^Importar \d/, { in: ['dialog'] })
  await expect.poll(() => family.countRecords()).toBeGreaterThan(3)
})
