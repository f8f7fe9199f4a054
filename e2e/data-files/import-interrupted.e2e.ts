import type { Page } from '@playwright/test'
import { addDays } from '../../core/time/time.ts'
import { expect } from '../kit/carer.ts'
import { fillDisk, freeDisk } from '../kit/full-disk.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, test } from '../kit/seed.ts'
import { theirData } from '../kit/their-data.ts'

const NAPS = 2_000

/** The file holds more than five years with one nap a day, written as Huckleberry writes them. */
const years = {
  name: 'huckleberry.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes',
      ...Array.from({ length: NAPS }, (_, index) => {
        const date = addDays('2025-08-10', -index)
        return `Sleep,${date} 13:05,${date} 14:30,01:25,,,,`
      }),
    ].join('\n'),
  ),
}

/** Acts as soon as a part of the import is stored and the rest isn't. */
function inTheMiddle(page: Page, act: 'cancel' | 'reload' | 'fill the disk'): Promise<void> {
  return page.evaluate((what) => {
    const observer = new MutationObserver(() => {
      const progress = document.querySelector('progress')
      if (progress === null || progress.value === 0 || progress.value === progress.max) return
      observer.disconnect()
      if (what === 'reload') {
        location.reload()
        // The reload takes a while to begin; from here on the page has to count as gone.
        IDBDatabase.prototype.transaction = () => {
          throw new DOMException('The page is gone', 'AbortError')
        }
      } else if (what === 'fill the disk') Reflect.set(window, 'fullFor', 'all')
      else progress.closest('dialog')?.querySelector('button')?.click()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  }, act)
}

/** Imports the file once more: what its preview calls new and what the diary has must make up the whole. */
async function importRest(page: Page): Promise<void> {
  const data = theirData(page)
  await data.choose(years)
  const told = await data.importSheet.getByText('ya estaban en tu diario').textContent()
  const had = Number.parseInt(told?.replace('.', '') ?? '', 10)
  expect(had).toBeGreaterThan(0)
  expect(had).toBeLessThan(NAPS)
  await data.importAll(NAPS - had)
}

test('an import that is cancelled keeps what it stored, and the next one brings the rest', async ({
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.choose(years)
  await inTheMiddle(page, 'cancel')
  await data.confirm.click()
  await expect(data.importSheet.getByRole('heading', { name: 'Importación cancelada' })).toBeVisible()
  await expect(data.importSheet).toContainText(
    'Puedes importar el mismo archivo otra vez: no se repetirá nada.',
  )
  await data.close.click()
  await importRest(page)
  await data.choose(years)
  await expect(data.importSheet).toContainText('2.000 ya estaban en tu diario.')
})

test('a copy whose import is cancelled has replaced neither baby nor plan; imported whole, it does', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.born('2025-01-31', 'Lucía')
  await family.plans({ first_wake_window: '3h 00min' })
  await family.logs(sleep('siesta', '2025-08-11', '10:00', '11:30'))
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await phone.goTo('Plan')
  const data = theirData(page)
  const { text } = await data.export('Copia completa')
  const copy = JSON.parse(text)
  const [nap] = copy.records
  copy.baby.name = 'Carmen'
  copy.plan.first_wake_window = '1h 45min'
  copy.records = Array.from({ length: NAPS }, (_, index) => ({
    ...nap,
    id: crypto.randomUUID(),
    date: addDays('2025-08-10', -index),
  }))
  const older = {
    name: 'copia.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(copy)),
  }
  async function chooseAll() {
    await data.choose(older)
    for (const name of ['Usar también el plan', 'Usar también los datos del bebé'])
      await data.importSheet.getByRole('switch', { name }).check()
  }
  await chooseAll()
  await inTheMiddle(page, 'cancel')
  await data.confirm.click()
  await expect(data.importSheet.getByRole('heading', { name: 'Importación cancelada' })).toBeVisible()
  await data.close.click()
  await expect(planForm(page).firstWindow).toHaveValue('3h 00min')
  await chooseAll()
  await data.confirm.click()
  await expect(data.importSheet.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
  await data.close.click()
  await expect(planForm(page).firstWindow).toHaveValue('1h 45min')
})

test('a page that goes in the middle loses nothing: no network, reloaded, imported again, sent once', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.expectReady()
  await phone.loseApi()
  await data.choose(years)
  await inTheMiddle(page, 'reload')
  const reloaded = page.waitForEvent('load')
  await data.confirm.click()
  await reloaded
  await phone.goTo('Plan')
  await importRest(page)
  await phone.regainApi()
  await expect.poll(() => family.countRecords(), { timeout: 60_000 }).toBe(NAPS)
})

test('a phone with no room left says how far it came, and goes on when there is room', async ({ phone }) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.expectReady()
  await fillDisk(page, 'all')
  await data.choose(years)
  await data.confirm.click()
  await expect(data.importSheet).toContainText('Se guardaron 0 de 2.000 registros.')
  await expect(data.importSheet).toContainText('Puede que este dispositivo no tenga espacio.')
  await data.close.click()
  await freeDisk(page)
  await data.choose(years)
  await inTheMiddle(page, 'fill the disk')
  await data.confirm.click()
  await expect(data.importSheet.getByRole('heading', { name: 'No se pudo guardar todo' })).toBeVisible()
  await data.close.click()
  await freeDisk(page)
  await importRest(page)
})

test('answers that get lost double none of the hundred rows they were for', async ({
  context,
  phone,
  family,
}) => {
  const { page } = phone
  await phone.signIn()
  let lost = 0
  await context.route('**/rest/v1/sleep_records**', async (route) => {
    if (route.request().method() === 'POST' && lost < 3) {
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
      return
    }
    await route.continue()
  })
  await phone.goTo('Plan')
  const data = theirData(page)
  await data.choose(years)
  await data.importAll(NAPS)
  await expect.poll(() => lost).toBe(3)
  await expect.poll(() => family.countRecords(), { timeout: 60_000 }).toBe(NAPS)
  await data.choose(years)
  await expect(data.importSheet).toContainText('2.000 ya estaban en tu diario.')
})
