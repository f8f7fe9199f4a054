import type { Page } from '@playwright/test'
import { hold } from '../kit/answers.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

// In these stories one carer deletes by mistake what the other had worked on, and takes that back.

const TODAY = '2025-08-11'
const GONE = 'La siesta que cambiaste (Hoy, 13:05) se borró en otro móvil.'
const BACK = 'La siesta que cambiaste (Hoy, 13:05) se borró y ha vuelto sin tu cambio.'

async function rateBad(carer: Carer): Promise<void> {
  await carer.goTo('Diario')
  await carer.records.getByRole('button', { name: 'Editar' }).click()
  const form = sleepForm(carer.page)
  await form.quality('Mala').check()
  await form.save.click()
  await carer.expectToast('¡Descanso actualizado!')
  await carer.closeToast()
}

async function remove(carer: Carer): Promise<void> {
  await carer.goTo('Diario')
  await carer.deleteRecord('13:05')
  await carer.expectToast('Registro eliminado')
  await carer.holdToast()
}

async function takeBack(carer: Carer): Promise<void> {
  await carer.page.getByRole('button', { name: 'Deshacer' }).tap()
}

/** Lets the deletion be sent, and holds its undo on the line. */
function holdWhatComesBack(carer: Carer): Promise<() => void> {
  return hold(carer.page.context(), /on_conflict=id/)
}

/** Counts the notices of lost changes that the phone's copy holds. */
function lostOnDisk(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^nana-(?!session)/.test(name ?? ''))
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(info?.name ?? '')
      opening.onsuccess = () => resolve(opening.result)
    })
    const notes = await new Promise<{ lost: unknown[] }>((resolve) => {
      const reading = db.transaction('meta').objectStore('meta').get('notes')
      reading.onsuccess = () => resolve(reading.result)
    })
    db.close()
    return notes.lost.length
  })
}

async function showOneBadNap(carers: readonly Carer[]): Promise<void> {
  for (const carer of carers) {
    await carer.goTo('Diario')
    await expect(carer.records).toHaveCount(1)
    await expect(carer.records).toContainText('13:05 – 14:05')
    await expect(carer.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    await carer.whenAllSent()
    await expect(carer.seen(/por enviar|no se pudo/)).toHaveCount(0)
  }
}

test('a deletion undone: the other phone is told nothing, 0 taps there', async ({
  family,
  phone,
  newPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  await rateBad(phone)
  await expect(partner.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
  // The phone has no network meanwhile, so the deletion and its undo reach it at once.
  await phone.loseApi()
  await remove(partner)
  await takeBack(partner)
  await expect.poll(async () => (await family.records())[0]?.quality).toBe('mala')
  // Once it no longer says so, it has heard of both.
  await expect(phone.seen('Sin conexión')).toBeVisible()
  await phone.regainApi()
  await expect(phone.seen('Sin conexión')).toHaveCount(0)
  await showOneBadNap([phone, partner])
  await expect(phone.seen(/se borró/)).toHaveCount(0)
})

test('a deletion undone after the other phone was told: the notice goes by itself, 0 taps there', async ({
  family,
  phone,
  newPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  await rateBad(phone)
  await expect(partner.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
  const release = await holdWhatComesBack(partner)
  await remove(partner)
  await takeBack(partner)
  await expect(phone.seen(GONE)).toBeVisible()
  release()
  await expect(phone.seen(/se borró/)).toHaveCount(0)
  await showOneBadNap([phone, partner])
})

test('a change that wasn’t sent yet is not lost with an undone deletion: «Recuperar» is 1 tap', async ({
  family,
  phone,
  newPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  await phone.loseApi()
  await rateBad(phone)
  await remove(partner)
  await takeBack(partner)
  await expect(partner.records).toHaveCount(1)
  await partner.whenAllSent()
  await phone.regainApi()
  await expect(phone.seen(BACK)).toBeVisible()
  await phone.seenButton('Recuperar').click()
  await phone.expectToast('Cambio recuperado', 'El registro ya había vuelto')
  await expect(phone.seen(/se borró/)).toHaveCount(0)
  await showOneBadNap([phone, partner])
})

test('what is back already is not recovered twice, and says so', async ({ family, phone, newPhone }) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  await rateBad(phone)
  await expect(partner.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
  const release = await holdWhatComesBack(partner)
  await remove(partner)
  await takeBack(partner)
  await expect(phone.seen(GONE)).toBeVisible()
  // While a finger is on the screen, what comes from elsewhere is stored but not drawn.
  await phone.page.mouse.move(2, 300)
  await phone.page.mouse.down()
  release()
  await expect.poll(() => lostOnDisk(phone.page)).toBe(0)
  await phone.seenButton('Recuperar').press('Enter')
  await phone.expectToast('Ya estaba en el diario', 'no se ha repetido')
  await phone.page.mouse.up()
  await showOneBadNap([phone, partner])
})

test('brought back on both phones, it comes back once', async ({ family, phone, newPhone }) => {
  await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
  await phone.signIn()
  const partner = await newPhone()
  await rateBad(phone)
  await expect(partner.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
  const release = await holdWhatComesBack(partner)
  await remove(partner)
  await takeBack(partner)
  await expect(phone.seen(GONE)).toBeVisible()
  await phone.seenButton('Recuperar').click()
  await phone.expectToast('Registro recuperado')
  release()
  await showOneBadNap([phone, partner])
  await expect.poll(async () => (await family.records()).length).toBe(1)
})
