import { sleep, wakeUp } from '../kit/seed.ts'
import { expect, test } from './ways.ts'

const TODAY = '2025-08-11'

test('an edit adds what was missing', { tag: '@ten' }, async ({ hand, family, account }) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:10'))
  await hand.signIn(account)
  await hand.press(/^Editar/, { in: ['article'] })
  await hand.sees('Editando Registro')
  await hand.choose('Buena')
  await hand.phone.fill('Despertares', '2')
  await hand.press('Guardar')
  await hand.toast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
  await hand.sees('Despertares 2', ['article'])
  await hand.counts('img', 1, 'Calidad: Buena')
})

test('a deletion asks first, and one press undoes it', { tag: '@ten' }, async ({ hand, family, account }) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:10'))
  await hand.signIn(account)
  await hand.press(/^Eliminar/, { in: ['article'] })
  await hand.sees('Esta acción no se puede deshacer', ['alertdialog'])
  await hand.press('Cancelar', { in: ['alertdialog'] })
  await hand.counts('article', 1)
  await hand.press(/^Eliminar/, { in: ['article'] })
  await hand.press('Eliminar', { in: ['alertdialog'] })
  await hand.holdToast()
  await hand.toast('Registro eliminado')
  await hand.counts('article', 0)
  await hand.press('Deshacer')
  await hand.sees('10:00 – 11:10', ['article'])
})

test('a start by mistake is undone with one press', async ({ carersHand: hand }) => {
  await hand.goTo('Añadir descanso')
  await hand.press('Confirmar hora de inicio')
  await hand.holdToast()
  await hand.toast('Hora de inicio guardada')
  await hand.press('Deshacer')
  await hand.goTo('Diario')
  await hand.sees('A qué hora despertó?')
  await hand.counts('article', 0)
  await hand.seesNot('Durmiendo')
})

test('an end by mistake is undone: the sleep runs on', async ({ hand, family, account }) => {
  await family.logs(sleep('siesta', TODAY, '15:50'))
  await hand.signIn(account)
  await hand.goTo('Diario')
  await hand.press(/^Terminar siesta/)
  await hand.holdToast()
  await hand.toast('¡Descanso actualizado!')
  await hand.press('Deshacer')
  await hand.sees('Durmiendo desde 15:50')
  await expect.poll(async () => (await family.records())[0]?.end_time).toBe(null)
})

test('«Cambiar» opens a locked time, and the field has the focus', async ({ carersHand: hand }) => {
  await hand.goTo('Añadir descanso')
  await hand.press('Confirmar hora de inicio')
  await hand.toast('Hora de inicio guardada')
  await hand.press('Cambiar')
  await expect
    .poll(() => hand.phone.ask('document.activeElement.type + document.activeElement.readOnly'))
    .toBe('timefalse')
})

test('the minutes before move the start of a sleep that runs', async ({ hand, family, account }) => {
  await family.logs(sleep('siesta', TODAY, '15:50'))
  await hand.signIn(account)
  await hand.goTo('Añadir descanso')
  await hand.press('−15 min: Hora de inicio')
  await hand.toast('Hora de inicio guardada')
  await hand.goTo('Diario')
  await hand.sees('Durmiendo desde 15:35')
})

test('another day has its own words; what is missing there is added', async ({ carersHand: hand }) => {
  await hand.phone.fill('Fecha', '2025-08-10')
  await hand.sees('Domingo 10')
  await hand.sees('No hay registros para este día.')
  await hand.press('Añadir registro a este día')
  await hand.choose('Noche')
  await hand.phone.fill('Hora de inicio', '20:50')
  await hand.press('Confirmar hora de inicio')
  await hand.phone.fill('Hora de fin', '08:20')
  await hand.press('Confirmar hora de fin')
  await hand.press('Guardar')
  await hand.toast('¡Descanso guardado!', 'Se ha registrado noche de 11h 30m.')
  await hand.sees('20:50 – 08:20', ['article'])
})

test('the arrows go from day to day, and «Hoy» back', async ({ hand, family, account }) => {
  await family.logs(wakeUp('2025-08-10', '07:45'))
  await hand.signIn(account)
  await hand.press('Día anterior')
  await hand.sees('Hora: 07:45', ['article'])
  await hand.press('Hoy')
  await hand.counts('article', 0)
})

test('the way back leads from the form to the diary', async ({ carersHand: hand }) => {
  await hand.goTo('Añadir descanso')
  await hand.sees('Nuevo Registro')
  await hand.phone.ask('history.back()')
  await hand.sees('A qué hora despertó?')
})
