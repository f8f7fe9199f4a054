import type { Page } from '@playwright/test'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { DrawingSheet } from './thumb.ts'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

/** Keeps the phone's disk busy: what is saved waits until the answer is called. */
async function holdDisk(page: Page, userId: string): Promise<() => Promise<void>> {
  await page.evaluate(async (id) => {
    const opening = indexedDB.open(`nana-${id}`)
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve
      opening.onerror = reject
    })
    const outbox = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
    Reflect.set(window, 'isHeld', true)
    // A transaction lives as long as something is asked of it.
    const goOn = () => {
      if (Reflect.get(window, 'isHeld') === true) outbox.count().onsuccess = goOn
      else opening.result.close()
    }
    await new Promise<void>((resolve) => {
      outbox.count().onsuccess = () => {
        goOn()
        resolve()
      }
    })
  }, userId)
  return () => page.evaluate(() => void Reflect.set(window, 'isHeld', false))
}

test('what is drawn while the day is being stored waits for the next saving', async ({
  family,
  phone,
  page,
}) => {
  const sheet = new DrawingSheet(page)
  await phone.signIn()
  await sheet.openYesterday()
  await sheet.time('Despertar: hora').fill('07:40')
  await sheet.drag('10:00', '11:00')
  await sheet.tapAt('15:00')
  const letGo = await holdDisk(page, family.userId)
  await sheet.save.click()
  await sheet.drag('12:30', '14:00')
  await expect(sheet.save).toHaveText('Guardar 4 registros')
  await letGo()
  await phone.expectToast('Día reconstruido', 'Domingo 10: 3 registros guardados.')
  await page.getByRole('button', { name: 'Reconstruir: 1 sin guardar' }).click()
  await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('12:30')
  await sheet.save.click()
  await phone.expectToast('Día reconstruido', 'Domingo 10: 1 registro guardado.')
  await expect.poll(() => family.countRecords()).toBe(4)
})
