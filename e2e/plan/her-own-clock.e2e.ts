import { expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'
const SINCE_TODAY = 'Desde hoy el diario va con la hora de Canarias. Lo anotado antes conserva su hora.'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-31')
  await family.plans({})
})

test('the Canaries, chosen without a network, hold on the other phone too', async ({
  family,
  phone,
  newPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  await phone.loseApi()

  await test.step('the plan shows the hour there, and saves it with its button', async () => {
    await phone.goTo('Plan')
    const { zone, zoneHint, save, unsaved } = planForm(phone.page)
    await expect(zone).toHaveValue('Europe/Madrid')
    await expect(zoneHint('16:20')).toBeVisible()
    await zone.selectOption('Canarias')
    await expect(zoneHint('15:20')).toBeVisible()
    await expect(unsaved).toBeVisible()
    await save.click()
    await phone.expectToast('Éxito', 'Información del bebé actualizada.')
    await expect(unsaved).toBeHidden()
  })

  await test.step('the day says so, what was logged keeps its times, and «now» is there', async () => {
    await phone.reload()
    await phone.goTo('Diario')
    await expect(phone.page.getByText(SINCE_TODAY)).toBeVisible()
    await expect(phone.records).toContainText('13:05 – 14:05')
    await phone.goTo('Añadir descanso')
    await expect(sleepForm(phone.page).start).toHaveValue('15:20')
  })

  await test.step('the other phone hears of it once there is a network', async () => {
    await expect(partner.records).toContainText('13:05 – 14:05')
    await expect(partner.page.getByText(SINCE_TODAY)).toBeHidden()
    await phone.regainApi()
    await expect(partner.page.getByText(SINCE_TODAY)).toBeVisible()
    await expect(partner.records).toContainText('13:05 – 14:05')
    await partner.goTo('Plan')
    await expect(planForm(partner.page).zone).toHaveValue('Atlantic/Canary')
    expect(await family.baby()).toMatchObject({ time_zone: 'Atlantic/Canary', time_zone_since: TODAY })
  })

  await test.step('another day says nothing', async () => {
    await partner.goTo('Diario')
    await partner.page.getByRole('button', { name: 'Día anterior' }).click()
    await expect(partner.page.getByText(SINCE_TODAY)).toBeHidden()
  })
})

test('while a sleep runs no other zone is chosen, because its minutes would be others', async ({
  family,
  phone,
}) => {
  await family.logs(wakeUp(TODAY, '08:00'))
  await phone.signIn()
  await phone.goTo('Plan')
  const { zone, save, unsaved } = planForm(phone.page)
  await zone.selectOption('Canarias')
  await expect(unsaved).toBeVisible()
  await family.logs(sleep('siesta', TODAY, '16:05'))
  await expect(zone).toBeDisabled()
  await expect(zone).toHaveValue('Europe/Madrid')
  await expect(zone).toHaveAccessibleDescription('Podrás cambiarla cuando termine el descanso en curso.')
  await expect(unsaved).toBeHidden()
  await save.click()
  // It says this where there is nothing to change, too; a baby that is changed has other words.
  await phone.expectToast('¡Todo guardado!')
  await phone.goTo('Diario')
  await phone.whenAllSent()
  expect(await family.baby()).toMatchObject({ time_zone: 'Europe/Madrid', time_zone_since: null })
})

test('two phones that chose another zone each, without a network, come to the same one; times stay as logged', async ({
  family,
  phone,
  newPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  for (const [carer, zone] of [
    [phone, 'Atlantic/Canary'],
    [partner, 'Asia/Tokyo'],
  ] as const) {
    await carer.loseApi()
    await carer.goTo('Plan')
    const form = planForm(carer.page)
    await form.zone.selectOption(zone)
    await form.save.click()
    await expect(form.unsaved).toBeHidden()
    await carer.goTo('Diario')
    await expect(carer.page.getByText(/^Desde hoy el diario va con la hora de/)).toBeVisible()
  }

  await phone.regainApi()
  await phone.whenAllSent()
  await partner.regainApi()
  await partner.whenAllSent()
  for (const carer of [phone, partner]) {
    await expect(carer.page.getByText('Desde hoy el diario va con la hora de Japón.')).toBeVisible()
    await expect(carer.records).toContainText('13:05 – 14:05')
    await carer.goTo('Plan')
    await expect(planForm(carer.page).zone).toHaveValue('Asia/Tokyo')
  }
  expect(await family.baby()).toMatchObject({ time_zone: 'Asia/Tokyo' })
})
