import { addDays } from '../../core/time/time.ts'
import { hold } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { type Family, sleep, test } from '../kit/seed.ts'
import { sample, theirData } from '../kit/their-data.ts'
import { weekChart } from '../kit/week-chart.ts'

const TODAY = '2025-08-11'
/** More than one answer of the server holds, a nap a day. */
const NAPS = 1_100
/** Of a season that isn't shown first. */
const LAST_AUTUMN = '2024-10-09'
/** What asks for the days before the last weeks. */
const OF_THE_REST = /sleep_records\?.*rev=gt/

async function logALongDiary(family: Family): Promise<void> {
  await family.born('2022-07-01')
  await family.plans({})
  const naps = Array.from({ length: NAPS }, (_, ago) =>
    sleep('siesta', addDays(TODAY, -ago), '08:00', '09:00'),
  )
  await family.logs(...naps.slice(0, 600))
  await family.logs(...naps.slice(600))
}

test('a long diary shows its last weeks at once on a new phone, says what is still coming, and then has it all', async ({
  phone,
  family,
  context,
}) => {
  await logALongDiary(family)
  const letGo = await hold(context, OF_THE_REST)
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  const { page } = phone
  const diary = page.getByRole('region', { name: 'Diario', exact: true })
  await diary.getByLabel('Fecha').fill(LAST_AUTUMN)
  await expect(diary.getByText('Leyendo los meses anteriores…')).toBeVisible()
  await expect(diary.getByRole('button', { name: 'Añadir registro a este día' })).toBeVisible()
  await expect(diary.getByRole('button', { name: /Reconstruir|Añadir despertar/ })).toHaveCount(0)

  letGo()
  await expect(phone.records).toHaveCount(1)
  await expect(phone.records.first()).toContainText('08:00 – 09:00')
  await expect(diary.getByText('Leyendo los meses anteriores…')).toHaveCount(0)
})

test('where the line goes before all of a long diary is here, nothing is asked of older days, compared or printed', async ({
  phone,
  family,
  context,
}) => {
  await logALongDiary(family)
  await context.route(OF_THE_REST, (route) => route.abort('internetdisconnected'))
  await phone.signIn()
  await phone.expectToast('Error de Conexión')
  const { page } = phone
  const MISSING = 'En este móvil falta parte del historial.'
  const diary = page.getByRole('region', { name: 'Diario', exact: true })
  await diary.getByLabel('Fecha').fill(LAST_AUTUMN)
  await expect(diary.getByText(MISSING)).toBeVisible()
  await expect(diary.getByText('No hay registros para este día.')).toHaveCount(0)
  await expect(diary.getByRole('button', { name: /Reconstruir|Añadir despertar/ })).toHaveCount(0)

  await phone.goTo('Gráfico')
  const chart = weekChart(page)
  const heading = page.getByRole('heading', { name: 'Frente a la semana anterior' })
  const comparison = chart.screen.locator('section').filter({ has: heading })
  await expect(comparison.getByRole('table')).toBeVisible()
  for (let weeks = 0; weeks < 11; weeks += 1) await chart.previous()
  // Its Sunday is the first day that is here.
  await expect(chart.label('26 de mayo - 1 de junio 2025')).toBeVisible()
  const said = chart.screen.getByText(MISSING, { exact: true })
  await expect(said).toBeVisible()
  await expect(comparison.getByText('y con una parte no se puede comparar.')).toBeVisible()
  await expect(comparison.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Diario para imprimir' })
  await expect(preview.getByText(MISSING)).toBeVisible()
  await expect(preview.getByRole('article')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await chart.previous()
  await expect(said).toBeVisible()
  await expect(chart.screen.getByText('Esta semana no hay registros.')).toHaveCount(0)
})

test('while the rest of a long diary is on its way, an export says that it waits for it, and no number', async ({
  phone,
  family,
  context,
}) => {
  await logALongDiary(family)
  const letGo = await hold(context, OF_THE_REST)
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await phone.goTo('Plan')
  await theirData(phone.page).openExport()
  const sheet = phone.page.getByRole('dialog', { name: 'Exportar' })
  await expect(sheet.getByText('el archivo los espera.')).toBeVisible()
  await expect(sheet.getByText(/registros, con/)).toHaveCount(0)
  letGo()
  await expect(sheet.getByText('1.100 registros, con lo que aún no se ha enviado.')).toBeVisible()
})

test('where the line goes before all of a long diary is here, an import says so, and not that the file is broken', async ({
  phone,
  family,
  context,
}) => {
  await logALongDiary(family)
  await context.route(OF_THE_REST, (route) => route.abort('internetdisconnected'))
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await phone.goTo('Plan')
  const data = theirData(phone.page)
  await data.choose(sample('huckleberry.csv'))
  await expect(data.importSheet.getByText('no ha podido leer todo tu diario')).toBeVisible()

  await context.unroute(OF_THE_REST)
  await phone.page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(async () => {
    await data.importSheet.locator('input[type=file]').setInputFiles(sample('huckleberry.csv'))
    await expect(data.confirm).toBeVisible({ timeout: 3_000 })
  }).toPass()
})
