import { readFileSync } from 'node:fs'
import { addDays } from '../../core/time/time.ts'
import { expect } from '../kit/carer.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { theirData } from '../kit/their-data.ts'

const TODAY = '2025-08-11'
const LONG_AGO = '2022-05-04'

/** The family has logged a nap every other week for more than three years. */
const YEARS = Array.from({ length: 90 }, (_, index) =>
  sleep('siesta', addDays(TODAY, -14 * index), '11:00', '12:10'),
)

test('what happened years ago is there after a start without network, and goes when another phone deletes it', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(...YEARS, sleep('noche', LONG_AGO, '20:40', '07:15'))
  await phone.signIn()
  const day = page.getByRole('region', { name: 'Diario', exact: true }).getByLabel('Fecha')
  await expect(phone.records).toHaveCount(1)
  await phone.loseApi()
  await phone.reload()
  await expect(phone.records).toHaveCount(1)
  await day.fill(LONG_AGO)
  await expect(phone.records.filter({ hasText: '20:40' })).toHaveCount(1)

  await family.forgets({ date: LONG_AGO })
  // A phone that has this later change has the deletion as well.
  await family.logs(wakeUp(LONG_AGO, '06:50'))
  await phone.regainApi()
  await phone.reload()
  await day.fill(LONG_AGO)
  await expect(phone.records.filter({ hasText: '06:50' })).toHaveCount(1)
  await expect(phone.records.filter({ hasText: '20:40' })).toHaveCount(0)
})

test('a first download that breaks off goes on where it ended', async ({ family, phone }) => {
  test.slow()
  const { page } = phone
  const days = Array.from({ length: 1_100 }, (_, index) => addDays(TODAY, -index))
  await family.logs(...days.flatMap((day) => [sleep('siesta', day, '11:00', '12:10'), wakeUp(day, '07:00')]))
  const asked: string[] = []
  await page.route(/\/rest\/v1\/sleep_records\?.*rev=gt/, async (route) => {
    const after = new URL(route.request().url()).searchParams.get('rev') ?? ''
    asked.push(after)
    // The second page breaks off, once.
    return asked.length === 2 ? route.abort('connectionreset') : route.continue()
  })
  await phone.signIn()
  await expect(phone.records).toHaveCount(2)
  await page
    .getByRole('region', { name: 'Diario', exact: true })
    .getByLabel('Fecha')
    .fill(days.at(-1) ?? '')
  await expect(phone.records).toHaveCount(2)
  expect(asked[0]).toBe('gt.0')
  expect(asked[2]).toBe(asked[1])
  expect(asked.filter((after) => after === 'gt.0')).toHaveLength(1)
})

test('a sleep that was left open months ago comes first for who returns today', async ({ family, phone }) => {
  await family.logs(sleep('noche', '2025-01-20', '20:15'), sleep('siesta', '2025-01-20', '15:00', '16:00'))
  await phone.signIn()
  const form = phone.page.getByRole('region', { name: 'Añadir descanso', exact: true })
  await expect(form).toBeVisible()
  await phone.loseApi()
  await phone.reload()
  await expect(form).toBeVisible()
  await expect(form.getByLabel('Hora de inicio', { exact: true })).toHaveValue('20:15')
})

test('a full copy that is asked for before the old records are read has them all', async ({
  family,
  phone,
  context,
}) => {
  const { page } = phone
  // While `slow` is set the phone is slow with old records: before their transaction comes one that doesn't end.
  await context.addInitScript(() => {
    const getAllKeys = Reflect.get(IDBObjectStore.prototype, 'getAllKeys')
    IDBObjectStore.prototype.getAllKeys = function (...asked: Parameters<IDBObjectStore['getAllKeys']>) {
      const { db } = this.transaction
      if (this.name === 'months' && localStorage.getItem('slow') !== null) {
        const months = db.transaction('months', 'readwrite').objectStore('months')
        const goOn = () => {
          if (localStorage.getItem('slow') !== null) months.get('').onsuccess = goOn
        }
        goOn()
      }
      return Reflect.apply(getAllKeys, this, asked)
    }
  })
  await family.logs(...YEARS)
  await phone.signIn()
  const { expectReady, openExport, exportSheet } = theirData(page)
  await phone.goTo('Plan')
  await expectReady()
  await page.evaluate(() => localStorage.setItem('slow', ''))
  await phone.reload()
  await phone.goTo('Plan')
  await openExport()
  const downloading = page.waitForEvent('download')
  await exportSheet.getByRole('button', { name: 'Copia completa', exact: true }).click()
  await page.evaluate(() => localStorage.removeItem('slow'))
  const copy = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'))
  expect(copy.records).toHaveLength(YEARS.length)
})
