import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { sample, theirData } from '../kit/their-data.ts'

test('export and import by the keyboard alone, and readable in every state', async ({ phone, family }) => {
  const { page } = phone
  await family.logs(sleep('siesta', '2025-08-11', '10:05', '11:20'))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  // As long as somebody listens the browser shows no file dialog of its own, not even between two waits.
  page.on('filechooser', () => {})
  const open = (name: string) => page.getByRole('button', { name, exact: true })
  await expectAccessible(page)

  await test.step('export', async () => {
    await open('Exportar').press('Enter')
    await expect(data.exportSheet.getByRole('button', { name: 'Copia completa' })).toBeFocused()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await downloading).suggestedFilename()).toBe('nana-copia-2025-08-11.json')
    await phone.expectToast('Archivo guardado', 'nana-copia-2025-08-11.json')
    await page.keyboard.press('Escape')
    await expect(open('Exportar')).toBeFocused()
  })

  await test.step('a file that is none', async () => {
    await open('Importar').press('Enter')
    await expect(data.importSheet.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    const chooser = await choosing
    await chooser.setFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    await expect(data.importSheet.getByRole('button', { name: 'Elegir otro archivo' })).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('preview, import, and back to where it began', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(sample('huckleberry.csv'))
    await expect(data.importSheet.getByRole('heading', { name: 'Esto es lo que hay' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(data.skipped).toContainText('Sin hora de fin: fila 9.')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(data.importSheet.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(data.importSheet.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
    await expect(data.close).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(open('Importar')).toBeFocused()
  })
})

test('export and import fit a phone of 320 px', async ({ phone, page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  const fits = async () => {
    await expectFitsWidth(page)
    const sheet = page.locator('dialog[open] > div').first()
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await smallTargets(page)).toEqual([])
  }
  await data.openExport()
  await expect(data.exportSheet).toBeVisible()
  await fits()
  await page.keyboard.press('Escape')
  await data.choose(sample('baby-buddy.csv'))
  await expect(data.confirm).toBeVisible()
  await fits()
})

test('what a file says otherwise than the diary is counted, and taken by who wants it', async ({
  phone,
  family,
  page,
}) => {
  await family.logs(sleep('siesta', '2025-08-11', '10:05', '11:20'))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  const copy = await data.export('Copia completa')
  const corrected = Buffer.from(copy.text.replace('11:20', '11:40'))
  await data.choose({ name: copy.name, mimeType: 'application/json', buffer: corrected })
  await expect(data.importSheet).toContainText('1 ya estaba en tu diario.')
  const choice = data.importSheet.getByRole('switch', {
    name: /dice de otro modo en 1 registro que ya estaba/,
  })
  await expect(choice).not.toBeChecked()
  await expect(data.confirm).toBeDisabled()
  await expectAccessible(page)
  await choice.click()
  await data.confirm.click()
  await expect(data.importSheet).toContainText('Importación terminada')
  await expect.poll(() => family.records()).toMatchObject([{ start_time: '10:05', end_time: '11:40' }])
})

test('a file that differs in the zone alone, where one was chosen here, has nothing to offer', async ({
  phone,
  family,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await family.livesIn('Atlantic/Canary', '2025-08-01')
  await family.logs(sleep('siesta', '2025-08-11', '10:05', '11:20'))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  const copy = await data.export('Copia completa')
  const early = JSON.parse(copy.text) as { baby: object }
  Object.assign(early.baby, { time_zone: 'Europe/Madrid', time_zone_since: null })
  const buffer = Buffer.from(JSON.stringify(early))
  await data.choose({ name: copy.name, mimeType: 'application/json', buffer })
  await expect(data.importSheet).toContainText('No hay nada nuevo que importar.')
  await expect(data.importSheet.getByRole('switch')).toHaveCount(0)
})

test('a file doesn’t change the clock while a sleep runs, and that is said', async ({
  phone,
  family,
  page,
}) => {
  await family.born('2025-01-11', 'Lucía')
  await family.logs(sleep('siesta', '2025-08-11', '16:00'))
  await phone.signIn()
  await phone.goTo('Plan')
  const data = theirData(page)
  const copy = await data.export('Copia completa')
  const other = JSON.parse(copy.text) as { baby: object }
  Object.assign(other.baby, {
    name: 'Lucía María',
    time_zone: 'Atlantic/Canary',
    time_zone_since: '2025-08-01',
  })
  const buffer = Buffer.from(JSON.stringify(other))
  await data.choose({ name: copy.name, mimeType: 'application/json', buffer })
  await expect(data.importSheet).toContainText(
    'Hay un descanso en curso: la zona horaria de tu diario no cambia.',
  )
  await data.importSheet.getByRole('switch').click()
  await data.confirm.click()
  await expect(data.importSheet).toContainText('Importación terminada')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía María')
  expect((await family.baby()).time_zone).not.toBe('Atlantic/Canary')
})
