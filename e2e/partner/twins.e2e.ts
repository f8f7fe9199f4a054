import { type Carer, expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

// In these stories both carers log the same sleep.

async function startNap(carer: Carer, at: string): Promise<void> {
  await carer.goTo('Añadir descanso')
  const form = sleepForm(carer.page)
  await form.enterStart(at)
  await carer.expectToast('Hora de inicio guardada')
  await carer.goTo('Diario')
}

/** Lets both start the nap without hearing of each other; then both hear of it. */
async function bothStart(phone: Carer, partner: Carer): Promise<void> {
  await phone.loseApi()
  await partner.loseApi()
  await startNap(phone, '15:05')
  await startNap(partner, '15:09')
  await phone.regainApi()
  await partner.regainApi()
  for (const carer of [phone, partner]) await expect(question(carer)).toBeVisible()
}

const question = (carer: Carer) => carer.page.getByRole('region', { name: 'Registro repetido' })
const merge = (carer: Carer) => question(carer).getByRole('button', { name: 'Unir en una' })

async function showsOne(carers: readonly Carer[], text: string): Promise<void> {
  for (const carer of carers) {
    await carer.whenAllSent()
    await expect(carer.records).toHaveCount(1)
    await expect(carer.records).toContainText(text)
    await expect(question(carer)).toBeHidden()
    await expect(carer.seen(/por enviar|no se pudo|se borró/)).toHaveCount(0)
  }
}

test('the same nap started on both phones is noticed, merged in one tap, and separated in one', async ({
  carer: phone,
  newPhone,
}) => {
  const partner = await newPhone()
  await bothStart(phone, partner)
  await expect(question(phone)).toContainText('¿La misma siesta, anotada dos veces?')
  await expect(question(phone)).toContainText('15:05 – sin hora de fin y 15:09 – en curso')
  await merge(phone).click()
  await phone.expectToast('Registros unidos', 'Ahora es una sola siesta: 15:05 – en curso.')
  await phone.holdToast()
  await showsOne([phone, partner], '15:05 – En curso')
  await expect(partner.page.getByText('Durmiendo desde 15:05')).toBeVisible()

  await phone.page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(phone.records).toHaveCount(2)
  await expect(partner.records).toHaveCount(2)
  // The carer who took the merge back isn't asked again.
  await expect(question(partner)).toBeVisible()
  await expect(question(phone)).toBeHidden()
})

test('both tap at once, offline: one nap, with what both noted', async ({ carer: phone, newPhone }) => {
  const partner = await newPhone()
  await bothStart(phone, partner)
  await phone.loseApi()
  await partner.loseApi()
  await merge(phone).dblclick()
  await merge(partner).click()
  await showsOneOffline(phone)
  await showsOneOffline(partner)
  // Each of them says so until it has sent its own merge and heard of the other.
  for (const carer of [phone, partner]) await expect(carer.seen('Sin conexión')).toBeVisible()
  await phone.regainApi()
  await partner.regainApi()
  await showsOne([phone, partner], '15:05 – En curso')
})

async function showsOneOffline(carer: Carer): Promise<void> {
  await expect(carer.records).toHaveCount(1)
  await expect(question(carer)).toBeHidden()
}

test('an end that the other notes meanwhile is not lost with the entry that goes', async ({
  carer: phone,
  newPhone,
}) => {
  const partner = await newPhone()
  await bothStart(phone, partner)
  await phone.loseApi()
  await merge(phone).click()
  await showsOneOffline(phone)
  // Either of the two entries may be the one that stays, so both are ended.
  for (const start of ['15:05', '15:09']) {
    await partner.records.filter({ hasText: start }).getByRole('button', { name: 'Editar' }).click()
    const form = sleepForm(partner.page)
    await form.enterEnd('16:00')
    await form.save.click()
    // The form asks once more, because the entry overlaps its twin.
    await form.button('Guardar de todos modos').click()
    await expect(partner.records.filter({ hasText: `${start} – 16:00` })).toBeVisible()
  }
  await expect(partner.page.getByRole('img', { name: 'Por enviar' })).toHaveCount(0)
  await phone.regainApi()
  for (const carer of [phone, partner]) await expect(question(carer)).toBeVisible()
  await merge(phone).click()
  await showsOne([phone, partner], '15:05 – 16:00')
})

test('two sleeps stay two when the carer says so, a reload included', async ({ carer: phone, newPhone }) => {
  const partner = await newPhone()
  await bothStart(phone, partner)
  await question(phone).getByRole('button', { name: 'Son dos' }).click()
  await expect(question(phone)).toBeHidden()
  await phone.reload()
  await phone.goTo('Diario')
  await expect(phone.records).toHaveCount(2)
  await expect(question(phone)).toBeHidden()
})

test('last night, logged twice, is asked about in the morning', async ({ family, phone }) => {
  await family.logs(
    sleep('noche', '2025-08-10', '20:30', '07:00'),
    sleep('noche', '2025-08-10', '20:35', '07:05'),
  )
  await phone.signIn()
  await expect(question(phone)).toContainText('20:30 – 07:00 y 20:35 – 07:05')
  await merge(phone).click()
  await phone.expectToast('Registros unidos', 'Ahora es una sola noche: 20:30 – 07:05')
  await expect(question(phone)).toBeHidden()
})
