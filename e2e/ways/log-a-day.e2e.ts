import { expect, test } from './ways.ts'

test('a wake-up starts the day and gives the first suggestion', { tag: '@ten' }, async ({ carersHand }) => {
  await carersHand.phone.fill('A qué hora despertó?', '08:20')
  await carersHand.press('Guardar')
  await carersHand.toast('¡Despertar registrado!', 'El día ha comenzado. ¡Ahora a por la primera siesta!')
  await carersHand.counts('article', 1)
  await carersHand.sees('Próxima: Siesta 1')
  await carersHand.sees('09:50 – 10:20')
})

test('two taps start a nap; it runs on after a reload, and is ended from the diary', { tag: '@ten' }, async ({
  carersHand,
}) => {
  await carersHand.logWakeUp()
  await carersHand.goTo('Añadir descanso')
  await carersHand.reads('Hora de inicio', '16:20')
  await carersHand.phone.fill('Hora de inicio', '15:00')
  await carersHand.press('Confirmar hora de inicio')
  await carersHand.toast('Hora de inicio guardada')
  await carersHand.reload()
  await carersHand.reads('Hora de inicio', '15:00')
  await carersHand.goTo('Diario')
  await carersHand.sees('Durmiendo desde 15:00')
  await carersHand.press(/^Terminar siesta/)
  await carersHand.toast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
  await carersHand.sees('15:00 – 16:20', ['article'])
})

test('a finished nap is saved with its duration', async ({ carersHand }) => {
  await carersHand.logNap('13:35', '15:05')
  await carersHand.toast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 30m.')
  await carersHand.sees('13:35 – 15:05', ['article'])
  expect(await carersHand.phone.count('article')).toBe(1)
})
