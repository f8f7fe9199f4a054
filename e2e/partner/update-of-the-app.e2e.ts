import type { Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

/** Makes the phone's copy what the version before would have left, which knew of no taps. */
async function asTheVersionBefore(page: Page): Promise<void> {
  await page.goto(new URL('/manifest.webmanifest', page.url()).href)
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^nana-(?!session)/.test(name ?? ''))
    const name = info?.name ?? ''
    const now = await done(indexedDB.open(name))
    const stores = [...now.objectStoreNames]
    const read = now.transaction(stores)
    const content = await Promise.all(
      stores.map(async (store) => {
        const [keys, values] = await Promise.all([
          done(read.objectStore(store).getAllKeys()),
          done(read.objectStore(store).getAll()),
        ])
        return { store, keys, values, keyPath: read.objectStore(store).keyPath }
      }),
    )
    now.close()
    await done(indexedDB.deleteDatabase(name))
    const opening = indexedDB.open(name, 2)
    opening.onupgradeneeded = () => {
      for (const { store, keyPath } of content) {
        opening.result.createObjectStore(store, { keyPath, autoIncrement: store === 'outbox' })
      }
    }
    const before = await done(opening)
    const write = before.transaction(stores, 'readwrite')
    const older = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value, (key, part) => (/^(taps|birth_date_known)$/.test(key) ? undefined : part)),
      )
    for (const { store, keys, values, keyPath } of content) {
      for (const [index, value] of values.entries()) {
        const place = write.objectStore(store)
        if (keyPath === null) place.put(older(value), keys[index])
        else place.put(older(value))
      }
    }
    await new Promise((resolve) => {
      write.oncomplete = resolve
    })
    before.close()
  })
}

/** Counts the taps of each record in the phone's copy; null is a record that knows nothing of taps. */
function storedTaps(page: Page): Promise<(number | null)[]> {
  return page.evaluate(async () => {
    const [info] = (await indexedDB.databases()).filter(({ name }) => /^nana-(?!session)/.test(name ?? ''))
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(info?.name ?? '')
      opening.onsuccess = () => resolve(opening.result)
    })
    const months = await new Promise<{ records: { taps?: unknown[] }[] }[]>((resolve) => {
      const reading = db.transaction('months').objectStore('months').getAll()
      reading.onsuccess = () => resolve(reading.result)
    })
    db.close()
    return months.flatMap(({ records }) => records.map(({ taps }) => taps?.length ?? null))
  })
}

test('a phone that comes from the version before has all taps, and sends what waited', async ({
  family,
  phone,
}) => {
  const [tap] = [{ id: '7fd8baa1-7f71-4be9-8d1c-7a0e9c0b1a11', kind: 'wake_ups', time: '13:40' } as const]
  await family.logs({ ...sleep('siesta', TODAY, '13:05', '14:05'), taps: [tap] })
  await phone.signIn()
  await phone.goTo('Diario')
  await expect(phone.records).toHaveCount(1)
  await phone.loseApi()
  await phone.goTo('Añadir descanso')
  const form = sleepForm(phone.page)
  await form.enterStart('10:00')
  await form.enterEnd('11:00')
  await form.save.click()
  await phone.expectToast('¡Descanso guardado!')
  await asTheVersionBefore(phone.page)
  expect(await storedTaps(phone.page)).toEqual([null])
  await phone.regainApi()
  await phone.open()
  await phone.goTo('Diario')
  await expect(phone.records).toHaveCount(2)
  await expect.poll(async () => (await family.records()).length).toBe(2)
  await expect
    .poll(async () => (await storedTaps(phone.page)).toSorted((a, b) => Number(a) - Number(b)))
    .toEqual([0, 1])
})
