import { refuse } from '../kit/answers.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

async function edit(carer: Carer, which: string): Promise<ReturnType<typeof sleepForm>> {
  await carer.goTo('Diario')
  await carer.records.filter({ hasText: which }).getByRole('button', { name: 'Editar' }).click()
  return sleepForm(carer.page)
}

async function moveEnd(carer: Carer, which: string, to: string): Promise<void> {
  const form = await edit(carer, which)
  await form.enterEnd(to)
  await form.save.click()
  await carer.expectToast('¡Descanso actualizado!')
}

async function rateBad(carer: Carer, which: string): Promise<void> {
  await giveBadRating(carer, which)
  await carer.expectToast('¡Descanso actualizado!')
}

async function giveBadRating(carer: Carer, which: string): Promise<void> {
  const form = await edit(carer, which)
  await form.quality('Mala').check()
  await form.save.click()
}

async function remove(carer: Carer, which: string): Promise<void> {
  await carer.goTo('Diario')
  await carer.deleteRecord(which)
  await carer.expectToast('Registro eliminado')
}

test.describe('both change one record', () => {
  for (const order of ['the end first', 'the quality first'] as const) {
    test(`offline, different fields, ${order}: both win, and the duration is that of the times`, async ({
      family,
      phone,
      newPhone,
    }) => {
      await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
      await phone.signIn()
      const partner = await newPhone()
      await phone.loseApi()
      await partner.loseApi()
      await moveEnd(phone, '13:05', '14:35')
      await rateBad(partner, '13:05')
      const both = order === 'the end first' ? [phone, partner] : [partner, phone]
      for (const carer of both) {
        await carer.regainApi()
        await carer.whenAllSent()
      }
      for (const carer of both) {
        await expect(carer.records).toContainText('13:05 – 14:35')
        await expect(carer.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
      }
      await expect
        .poll(() => family.records())
        .toMatchObject([{ end_time: '14:35', quality: 'mala', duration: 90 }])
    })
  }

  test('the two ends of a sleep: the row is consistent', async ({ family, phone, newPhone }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    await partner.loseApi()
    const form = await edit(partner, '13:05')
    await form.confirmStart.click()
    await form.enterStart('13:15')
    await form.save.click()
    await partner.expectToast('¡Descanso actualizado!')
    await moveEnd(phone, '13:05', '14:35')
    await phone.whenAllSent()
    await partner.regainApi()
    for (const carer of [phone, partner]) {
      await expect(carer.records).toContainText('13:15 – 14:35')
      await expect(carer.records).toContainText('1h 20m')
    }
    await expect
      .poll(() => family.records())
      .toMatchObject([{ start_time: '13:15', end_time: '14:35', duration: 80 }])
  })

  test('the same field: the later to reach the server wins', async ({ family, phone, newPhone }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    await phone.loseApi()
    // This change is made first and sent last.
    await moveEnd(phone, '13:05', '14:20')
    await moveEnd(partner, '13:05', '14:50')
    await partner.whenAllSent()
    await phone.regainApi()
    for (const carer of [phone, partner]) await expect(carer.records).toContainText('13:05 – 14:20')
  })
})

test.describe('one deletes what the other changes', () => {
  test('the deletion wins over an edit made offline, which says so and offers the record back, once', async ({
    family,
    phone,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    await phone.loseApi()
    await rateBad(phone, '13:05')
    await remove(partner, '13:05')
    await expect.poll(() => family.records()).toEqual([])
    await phone.regainApi()
    await expect(phone.records).toHaveCount(0)
    const notice = phone.seen('La siesta que cambiaste (Hoy, 13:05) se borró en otro móvil.')
    await expect(notice).toBeVisible()
    // The notice waits for the carer, even through a reload.
    await phone.reload()
    await phone.goTo('Diario')
    await expect(notice).toBeVisible()
    await phone.seenButton('Cerrar sesión').click()
    const question = phone.page.getByRole('alertdialog', { name: 'Hay cambios que solo están aquí' })
    await expect(question).toContainText('se perderá 1 registro de este dispositivo.')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await phone.seenButton('Recuperar').dblclick()
    await phone.expectToast('Registro recuperado')
    await expect(notice).toHaveCount(0)
    for (const carer of [phone, partner]) {
      await expect(carer.records).toHaveCount(1)
      await expect(carer.records).toContainText('13:05 – 14:05')
      await expect(carer.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    }
  })

  test('the deletion is known, not drawn yet: what is saved in that moment is offered back too', async ({
    family,
    phone,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    const form = await edit(phone, '13:05')
    await form.quality('Mala').check()
    // Nothing that comes from elsewhere is drawn while a finger is on the screen.
    await phone.page.mouse.move(2, 300)
    await phone.page.mouse.down()
    const arrived = phone.page.waitForResponse(
      async (answer) => answer.url().includes('/deleted_rows') && (await answer.json()).length > 0,
    )
    await remove(partner, '13:05')
    await arrived
    await form.save.press('Enter')
    await phone.page.mouse.up()
    await expect(phone.seen('La siesta que cambiaste (Hoy, 13:05) se borró en otro móvil.')).toBeVisible()
    await phone.seenButton('Recuperar').click()
    await phone.goTo('Diario')
    await expect(phone.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
  })

  test('an edit that the deletion only follows says so too; «Vale» leaves it at that', async ({
    family,
    phone,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    await partner.loseApi()
    await remove(partner, '13:05')
    await rateBad(phone, '13:05')
    await phone.whenAllSent()
    await expect(partner.seen('Sin conexión')).toBeVisible()
    await partner.regainApi()
    await expect(phone.seen(/^La siesta que cambiaste/)).toBeVisible()
    await phone.seenButton('Vale').press('Enter')
    await expect(phone.seen(/^La siesta que cambiaste/)).toHaveCount(0)
    await expect(phone.page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
    await phone.reload()
    // An empty day asks this.
    await expect(phone.page.getByLabel('A qué hora despertó?')).toBeVisible()
    await expect(phone.records).toHaveCount(0)
    await expect(phone.seen(/se borró en otro móvil/)).toHaveCount(0)
    // With the first round that ends well the other phone has heard of the edit, too.
    await expect(partner.seen('Sin conexión')).toHaveCount(0)
    await expect(partner.seen(/se borró en otro móvil/)).toHaveCount(0)
  })

  test('nobody is told of what he didn’t touch, or deleted himself', async ({ family, phone, newPhone }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'), sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await expect(phone.records).toHaveCount(2)
    const partner = await newPhone()
    await rateBad(partner, '10:00')
    await remove(partner, '13:05')
    await remove(partner, '10:00')
    await expect(phone.records).toHaveCount(0)
    await expect(phone.seen(/se borró en otro móvil/)).toHaveCount(0)
    await expect(partner.seen(/se borró en otro móvil/)).toHaveCount(0)
  })

  test('a form in which nothing was entered closes and says why', async ({ family, phone, newPhone }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    const form = await edit(phone, '13:05')
    await expect(form.title).toHaveText('Editar Descanso')
    await remove(partner, '13:05')
    await phone.expectToast('Registro borrado en otro móvil')
    await expect(phone.page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  })

  test('a question over a form that closes goes with it, and nothing is in the way', async ({
    family,
    phone,
    context,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'), sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    const partner = await newPhone()
    await refuse(context, 'PATCH', 'sleep_records')
    await giveBadRating(phone, '10:00')
    await expect(phone.seen('Un cambio no se pudo enviar')).toBeVisible()
    const form = await edit(phone, '13:05')
    await expect(form.title).toHaveText('Editar Descanso')
    await phone.seenButton('Cerrar sesión').click()
    const question = phone.page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await remove(partner, '13:05')
    await phone.expectToast('Registro borrado en otro móvil')
    await expect(question).toHaveCount(0)
    await phone.goTo('Plan')
    await phone.page.getByRole('button', { name: 'Añadir descanso', exact: true }).click()
    await expect(form.title).toBeVisible()
    await expect(question).toHaveCount(0)
  })

  test('a form with something in it stays, says it, and saves a new record', async ({
    family,
    phone,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', TODAY, '13:05', '14:05'))
    await phone.signIn()
    const partner = await newPhone()
    const form = await edit(phone, '13:05')
    await form.quality('Mala').check()
    await remove(partner, '13:05')
    await expect(form.screen.getByText(/^Este registro se borró en otro móvil/)).toBeVisible()
    await expect(form.quality('Mala')).toBeChecked()
    await form.save.click()
    await phone.expectToast('¡Descanso guardado!')
    for (const carer of [phone, partner]) {
      await expect(carer.records).toHaveCount(1)
      await expect(carer.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    }
  })

  test('a sleep that is ended elsewhere while its form is filled in: the form stays and offers that end', async ({
    family,
    phone,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', TODAY, '15:05'))
    await phone.signIn()
    const form = sleepForm(phone.page)
    await form.quality('Mala').check()
    const partner = await newPhone()
    await partner.goTo('Diario')
    await partner.page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await expect(form.screen.getByText('Este sueño se terminó en otro móvil a las 16:20.')).toBeVisible()
    await form.button('Usar 16:20').click()
    await form.confirmEnd.click()
    await form.save.click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:20', quality: 'mala' }])
  })
})
