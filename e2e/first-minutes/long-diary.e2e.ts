import { addDays } from '../../core/time/time.ts'
import { expect } from '../kit/carer.ts'
import { type Family, sleep, test } from '../kit/seed.ts'
import { sample, theirData } from '../kit/their-data.ts'

const TODAY = '2025-08-11'
/** More than one answer of the server holds, a nap a day. */
const NAPS = 1_100
/** Of a season that isn't shown first. */
const LAST_AUTUMN = '2024-10-09'

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
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await context.route(/sleep_records\?.*rev=gt/, async (route) => {
    await gone
    await route.continue()
  })

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

test('where the line goes before all of a long diary is here, an import says so, and not that the file is broken', async ({
  phone,
  family,
  context,
}) => {
  await logALongDiary(family)
  const ofTheRest = /sleep_records\?.*rev=gt/
  await context.route(ofTheRest, (route) => route.abort('internetdisconnected'))
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await phone.goTo('Plan')
  const data = theirData(phone.page)
  await data.choose(sample('huckleberry.csv'))
  await expect(data.importSheet.getByText('no ha podido leer todo tu diario')).toBeVisible()

  await context.unroute(ofTheRest)
  await phone.page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(async () => {
    await data.importSheet.locator('input[type=file]').setInputFiles(sample('huckleberry.csv'))
    await expect(data.confirm).toBeVisible({ timeout: 3_000 })
  }).toPass()
})
