import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTab } from '../kit/carer.ts'
import { expect, test } from '../kit/own-browser.ts'
import { sleepForm } from '../kit/sleep-form.ts'

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nana-copy-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

test('a server that is restored from a copy gets from the phones what the copy lacks, and loses nothing logged since', async ({
  ownServer,
  ownPhone,
  owner,
  newContext,
}) => {
  const copy = join(folder, 'copy')
  const carer = await ownPhone.open()
  await carer.signInByForm()
  await carer.logWakeUp('08:20')
  await carer.whenAllSent()
  await ownServer.admin('backup', copy)
  await carer.deleteRecord('08:20')
  await carer.logWakeUp('09:10')
  await carer.whenAllSent()
  await ownServer.restoreFrom(copy)

  const other = await openTab(await newContext(), ownServer, owner)
  await other.signInHere()
  await expect(other.records).toContainText('Hora: 08:20')
  // More than what was lost.
  const form = sleepForm(other.page)
  for (const [start, end] of [
    ['10:00', '10:50'],
    ['12:00', '12:40'],
  ] as const) {
    await other.goTo('Añadir descanso')
    await form.enterStart(start)
    await form.enterEnd(end)
    await form.save.click()
  }
  await other.whenAllSent()

  await carer.page.reload()
  await carer.signInHere()
  for (const phone of [carer, other]) {
    await expect(phone.records).toContainText(['12:00', '10:00', 'Hora: 09:10'])
  }
  await carer.whenAllSent()
})
