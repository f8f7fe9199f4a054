import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { atRest } from '../kit/accessible.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sample, theirData } from '../kit/their-data.ts'

const history = [
  wakeUp('2025-08-11', '07:05'),
  { ...sleep('siesta', '2025-08-11', '10:00', '11:30', 'regular') },
  sleep('noche', '2025-08-10', '20:30', '07:05', 'buena'),
  wakeUp('2025-08-10', '07:20'),
]
const words = (records: readonly SleepRecord[]) =>
  records
    .map(({ date, type, start_time, end_time, time, quality }) =>
      [date, type, start_time, end_time, time, quality].join(' '),
    )
    .toSorted((a, b) => a.localeCompare(b))

async function openPlan(phone: Carer) {
  await phone.goTo('Plan')
  return theirData(phone.page)
}

test('export, delete, import: the same rows again, on every phone', async ({ family, phone, newPhone }) => {
  await family.born('2025-01-31')
  await family.plans({ first_wake_window: '1h 45min' })
  await family.logs(...history)
  await phone.signIn()
  await expect(phone.records).toHaveCount(2)
  const before = words(await family.records())
  let data = await openPlan(phone)

  const file = await data.export('Copia completa')
  expect(file.name).toBe('nana-copia-2025-08-11.json')
  expect(JSON.parse(file.text)).toMatchObject({
    version: 1,
    created_by: 'Nana',
    baby: { name: 'Mi bebé', birth_date: '2025-01-31' },
    plan: { first_wake_window: '1h 45min' },
  })

  await family.forgets({ date: '2025-08-11' })
  await family.forgets({ date: '2025-08-10' })
  await family.plans({ first_wake_window: '3h 00min' })
  await phone.goTo('Diario')
  await expect(phone.page.getByLabel('A qué hora despertó?')).toBeVisible()
  await expect(phone.records).toHaveCount(0)

  data = await openPlan(phone)
  await expect(planForm(phone.page).firstWindow).toHaveValue('3h 00min')
  await data.choose(file.path)
  await data.expectFound({ naps: 1, nights: 1, wakeUps: 2, dates: '10 ago 2025 – 11 ago 2025' })
  // The switch is on by itself, because an empty diary wants everything.
  await expect(data.importSheet.getByRole('switch', { name: 'Usar también el plan' })).toBeChecked()
  await data.importAll(4)
  await phone.goTo('Diario')
  await phone.whenAllSent()
  await expect.poll(async () => words(await family.records())).toEqual(before)
  await expect.poll(async () => (await family.plan()).first_wake_window).toBe('1h 45min')

  await test.step('imported again, nothing is doubled', async () => {
    await openPlan(phone)
    await data.choose(file.path)
    await expect(data.importSheet).toContainText('4 ya estaban en tu diario.')
    await expect(data.importSheet).toContainText('No hay nada nuevo que importar.')
    await expect(data.confirm).toBeDisabled()
    await data.close.click()
    expect(await family.records()).toHaveLength(4)
  })

  const partner = await newPhone()
  await expect(partner.records).toHaveCount(2)
  await expect(partner.records.first()).toContainText('10:00 – 11:30')
})

test('what was logged with no network is in the files, and they import with none', async ({
  phone,
  family,
  newPhone,
}) => {
  await phone.signIn()
  await (await openPlan(phone)).expectReady()
  await phone.goTo('Diario')
  await phone.loseApi()
  await phone.logWakeUp()
  await expect(phone.records).toHaveCount(1)
  const data = await openPlan(phone)

  const { text, path, name } = await data.export('Registros')
  expect(name).toBe('nana-registros-2025-08-11.csv')
  expect(text).toMatch(/^\uFEFFFecha;Tipo;Inicio;Fin;Hora;Duración \(min\);/)
  expect(text).toMatch(/\r\n2025-08-11;despertar;;;08:20;;0;;;0;0;;[\da-f-]{36}\r\n$/)
  expect((await data.export('Plan')).text).toContain(
    '1h 30min;3;90;2h 15min;120;2h 30min;45;2h 45min;;;19:30;No',
  )
  expect((await data.export('Bebé')).text).toContain('Nombre;Fecha de nacimiento\r\nMi bebé;')

  await data.choose(path)
  await expect(data.importSheet).toContainText('1 ya estaba en tu diario.')
  await data.close.click()

  await data.choose(sample('huckleberry.csv'))
  await data.importAll(6)
  await phone.reload()
  await phone.goTo('Diario')
  await expect(phone.records.filter({ hasText: '10:05 – 11:20' })).toHaveCount(1)
  expect(await family.records()).toHaveLength(0)

  await phone.regainApi()
  await phone.whenAllSent()
  await expect.poll(() => family.countRecords()).toBe(7)
  const partner = await newPhone()
  await expect(partner.records).toHaveCount(2)
})

test('a Huckleberry file: seen before it is stored, then on the diary as ours', async ({ phone, family }) => {
  const { page } = phone
  await phone.signIn()
  const data = await openPlan(phone)
  await data.choose(sample('huckleberry.csv'))
  await expect(data.importSheet).toContainText('Archivo de Huckleberry')
  await data.expectFound({ naps: 2, nights: 3, wakeUps: 2, dates: '9 ago 2025 – 11 ago 2025' })
  await expect(data.importSheet).toContainText('2 despertares salen del fin de cada noche')
  await expect(data.importSheet).toContainText('11 ago 2025: siesta 10:05 – 11:20')
  await data.importSheet.getByText('4 filas no se importan').click()
  await expect(data.skipped).toContainText('«Diaper»: aquí solo se importa el sueño: fila 3.')
  await expect(data.skipped).toContainText('Sin hora de fin: fila 9.')
  await expect(data.skipped).toContainText('El fin es anterior al inicio: fila 10.')
  expect(await family.records()).toEqual([])

  await data.importAll(7)
  await phone.goTo('Diario')
  await expect(phone.records).toHaveCount(2)
  await expect(phone.records.first()).toContainText('10:05 – 11:20')
  await expect(phone.records.last()).toContainText('07:10')
  await page.getByLabel('Fecha').locator('visible=true').fill('2025-08-10')
  await expect(phone.records).toHaveCount(4)
  await expect(phone.records.filter({ hasText: 'Noche' })).toHaveCount(2)

  await test.step('a nap that is deleted can be imported again, and only that', async () => {
    await phone.records
      .filter({ hasText: '13:05 – 14:35' })
      .getByRole('button', { name: /Eliminar/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(phone.records).toHaveCount(3)
    // A deletion leaves no record that could be marked.
    await expect.poll(() => family.countRecords()).toBe(6)
    const again = await openPlan(phone)
    await again.choose(sample('huckleberry.csv'))
    await again.expectFound({ naps: 1, nights: 0, wakeUps: 0, dates: '9 ago 2025 – 11 ago 2025' })
    await again.importSheet.getByRole('button', { name: 'Importar 1 registro', exact: true }).click()
    await again.close.click()
    await phone.goTo('Diario')
    await expect(phone.records.filter({ hasText: '13:05 – 14:35' })).toHaveCount(1)
    await phone.whenAllSent()
    await expect.poll(async () => (await family.records()).length).toBe(7)
  })
})

test('a Baby Buddy file: its babies one by one, its hours in Madrid', async ({ phone }) => {
  await phone.signIn()
  const data = await openPlan(phone)
  await data.choose(sample('baby-buddy.csv'))
  await expect(data.importSheet.getByRole('radio', { name: 'Bebé' })).toBeChecked()
  await data.expectFound({ naps: 2, nights: 1, wakeUps: 1, dates: '10 ago 2025 – 11 ago 2025' })
  await data.importSheet.getByRole('radio', { name: 'Otro' }).click()
  await data.expectFound({ naps: 1, nights: 0, wakeUps: 0, dates: '10 ago 2025' })
  await data.importSheet.getByRole('radio', { name: 'Bebé' }).click()
  await data.importAll(4)
  await phone.goTo('Diario')
  await expect(phone.records.first()).toContainText('10:05 – 11:20')
  await expect(phone.records.last()).toContainText('07:10')

  await test.step('hours that say no zone are asked about', async () => {
    const buffer = Buffer.from('child_id,start,end,nap\n1,2025-08-11 12:00:00,2025-08-11 12:40:00,1\n')
    const again = await openPlan(phone)
    await again.choose({ name: 'sleep.csv', mimeType: 'text/csv', buffer })
    await expect(again.importSheet).toContainText('11 ago 2025: siesta 12:00 – 12:40')
    await again.importSheet.getByRole('radio', { name: 'UTC' }).click()
    await expect(again.importSheet).toContainText('11 ago 2025: siesta 14:00 – 14:40')
  })

  await test.step('two answers while the file is read again both count', async () => {
    await phone.page.keyboard.press('Escape')
    const rows = [
      '1,Ana,2025-08-11 12:00:00,2025-08-11 12:40:00',
      '2,Eva,2025-08-11 09:00:00,2025-08-11 09:40:00',
    ]
    const buffer = Buffer.from(['child_id,child_first_name,start,end', ...rows].join('\n'))
    const again = await openPlan(phone)
    await again.choose({ name: 'sleep.csv', mimeType: 'text/csv', buffer })
    await expect(again.importSheet).toContainText('siesta 12:00 – 12:40')
    await again.importSheet.getByRole('radio', { name: /Eva|UTC/ }).evaluateAll((answers) => {
      // Both are pressed in one turn, so that not even a frame lies between them.
      for (const answer of answers) if (answer instanceof HTMLInputElement) answer.click()
    })
    await expect(again.importSheet).toContainText('11 ago 2025: siesta 11:00 – 11:40')
  })
})

test('the same file on two phones at once makes one diary', async ({ phone, family, newPhone }) => {
  await phone.signIn()
  const partner = await newPhone()
  for (const one of [phone, partner]) {
    const data = await openPlan(one)
    await data.expectReady()
    await one.loseApi()
    await data.choose(sample('huckleberry.csv'))
    await data.importAll(7)
  }
  for (const one of [phone, partner]) await one.regainApi()
  for (const one of [phone, partner]) {
    await one.goTo('Diario')
    await expect(one.records).toHaveCount(2)
    await one.whenAllSent()
    await expect(one.page.getByText('no se pudieron enviar')).toHaveCount(0)
  }
  await expect.poll(() => family.countRecords()).toBe(7)
})

const odd = [
  ['recibos.csv', 'Concepto;Importe\nluz;30\n', 'No se reconoce el formato.'],
  [
    'copia.json',
    '{"format":"baby-sleep-diary","version":1,"records":[',
    'El archivo está incompleto o dañado',
  ],
  ['tomas.csv', 'id,child_id,start,end,type,method\n1,1,,,,\n', 'no es el de sueño'],
  ['libro.xlsx', 'PK\x03\x04', 'guárdalo como CSV'],
  ['nada.csv', '', 'El archivo está vacío'],
] as const

test('a file that is something else says so and changes nothing', async ({ phone, family }) => {
  await phone.signIn()
  const data = await openPlan(phone)
  await data.openImport()
  // The page hears this when the browser's own file dialog is closed without a choice.
  await data.importSheet.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  for (const [name, text, problem] of odd) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await data.importSheet.locator('input[type=file]').setInputFiles(file)
    await expect(data.importSheet.getByRole('alert')).toContainText(problem)
  }
  await data.close.click()
  // A phone sends in order: whatever was stored of these files would be at the server before the wake-up.
  await phone.goTo('Diario')
  await phone.logWakeUp()
  await phone.whenAllSent()
  expect(await family.records()).toMatchObject([{ type: 'despertar', time: '08:20' }])
})

test('where a phone shares files, it is asked where to put them; changing one’s mind is no failure', async ({
  context,
  phone,
}) => {
  const { page } = phone
  // This browser has no share sheet. This one is closed the first time, and takes the file the second time.
  await context.addInitScript(() => {
    const shared: string[] = []
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file] }: { files: File[] }) => {
        shared.push(`${file?.name}, ${file?.type}`)
        if (shared.length === 1) throw new DOMException('Closed', 'AbortError')
      },
    })
    Reflect.set(window, 'shared', shared)
  })
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await phone.signIn()
  const data = await openPlan(phone)
  await data.openExport()
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared'))
  const save = data.exportSheet.getByRole('button', { name: 'Registros', exact: true })
  await save.click()
  await expect.poll(shared).toEqual(['nana-registros-2025-08-11.csv, text/csv'])
  await atRest(page)
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await save.click()
  await phone.expectToast('Archivo guardado', 'nana-registros-2025-08-11.csv')
  expect(downloads).toBe(0)
})
