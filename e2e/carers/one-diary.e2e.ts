import { expectAccessible } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { type Carer, openTab } from '../kit/carer.ts'
import { hide } from '../kit/out-of-sight.ts'
import { spoil } from '../kit/phones/spoiled-row.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { carersOf, enterSignedIn, expect, invite, test } from './household.ts'

const TODAY = '2025-08-11'

async function logNap(carer: Carer, start: string, end: string): Promise<void> {
  await carer.goTo('Añadir descanso')
  const form = sleepForm(carer.page)
  await form.type('Siesta').check()
  await form.enterStart(start)
  await form.enterEnd(end)
  await form.save.click()
  await carer.expectToast('¡Descanso guardado!')
}

test('a carer sees the family’s diary and logs in it, and the family sees that', async ({
  carer,
  family,
  letGrandmotherIn,
}) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  const other = await letGrandmotherIn()
  await expect(other.records).toContainText('10:00 – 11:00')
  await logNap(other, '13:05', '14:05')
  await carer.goTo('Diario')
  await expect(carer.records.filter({ hasText: '13:05 – 14:05' })).toContainText('Anotado por Abuela')
  await expect(carer.records.filter({ hasText: '10:00 – 11:00' })).toContainText('Anotado por ti')
  await expect(other.records.filter({ hasText: '13:05 – 14:05' })).toContainText('Anotado por ti')
  await expect.poll(() => family.records()).toMatchObject([{}, {}])
})

test('a guest is told whose diary it is, and leaves it', async ({ carer, letGrandmotherIn }) => {
  const other = await letGrandmotherIn('Solo mira')
  await other.goTo('Plan')
  await expect(other.page.getByRole('heading', { name: 'El diario de Lucía' })).toBeVisible()
  await expect(other.page.getByText('Puedes verlo, sin cambiar nada.')).toBeVisible()
  await expectAccessible(other.page)
  await other.page.getByRole('button', { name: 'Dejar este diario' }).click()
  const question = other.page.getByRole('alertdialog', { name: '¿Dejar este diario?' })
  await question.getByRole('button', { name: 'Dejar este diario' }).click()
  await other.expectToast('Has dejado el diario de Lucía')
  await other.goTo('Plan')
  await expect(other.page.getByRole('heading', { name: 'Quién cuida de tu bebé' })).toBeVisible()
  await carer.goTo('Diario')
  await carer.goTo('Plan')
  await expect(carersOf(carer).people).toHaveCount(0)
})

test('who would leave a diary with something unsent is told so, until it has been sent', async ({
  letGrandmotherIn,
}) => {
  const other = await letGrandmotherIn()
  await other.goTo('Plan')
  const leave = other.page.getByRole('button', { name: 'Dejar este diario' })
  await expect(leave).toBeVisible()
  await other.loseApi()
  await logNap(other, '13:05', '14:05')
  await other.goTo('Plan')
  await leave.click()
  const question = other.page.getByRole('alertdialog', { name: '¿Dejar este diario?' })
  await expect(question).toContainText('Hay cambios sin enviar: si lo dejas ahora, la familia no los tendrá')
  await other.regainApi()
  await expect(question).toContainText('Lo que has anotado se queda.')
})

test('who leaves a diary while a change is just being sent is asked once it is sent', async ({
  letGrandmotherIn,
}) => {
  const other = await letGrandmotherIn()
  const { page } = other
  const leave = page.getByRole('button', { name: 'Dejar este diario' })
  await other.goTo('Plan')
  await expect(leave).toBeVisible()
  const letGo = await hold(page, /rest\/v1\/sleep_records/)
  await logNap(other, '13:05', '14:05')
  await other.goTo('Plan')
  const firstAsked = page.evaluate(() => {
    return new Promise<string>((resolve) => {
      const look = () => {
        const question = document.querySelector('[role="alertdialog"][open]')
        if (question !== null) resolve(question.textContent)
      }
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    })
  })
  await leave.click()
  letGo()
  expect(await firstAsked).toContain('Lo que has anotado se queda.')
})

test('another diary that is chosen in one tab waits in the other until what is typed there is saved', async ({
  carer,
  family,
  server,
  grandmother,
  otherPhone,
}) => {
  const link = await invite(carer, 'Abuela')
  const other = await otherPhone()
  await other.signIn()
  await logNap(other, '09:05', '10:05')
  await other.whenAllSent()
  await enterSignedIn(other, link, grandmother)
  await other.expectToast('Ya tienes el diario')
  const second = await openTab(other.page.context(), server, grandmother)
  await other.goTo('Añadir descanso')
  const form = sleepForm(other.page)
  await form.type('Siesta').check()
  await form.start.fill('13:05')
  await second.page.getByLabel('Diario que se muestra').locator('visible=true').selectOption({ index: 0 })
  await expect(second.records).toContainText('09:05 – 10:05')
  await form.confirmStart.click()
  await other.goTo('Diario')
  await expect(other.records).toContainText('09:05 – 10:05')
  await expect.poll(() => family.records()).toMatchObject([{ start_time: expect.stringContaining('13:05') }])
})

test('a page that shows an invitation’s link stays with its diary until the link is closed', async ({
  carer,
  server,
  grandmother,
  otherPhone,
}) => {
  const link = await invite(carer, 'Abuela')
  const other = await otherPhone()
  await other.signIn()
  await logNap(other, '09:05', '10:05')
  await other.whenAllSent()
  await enterSignedIn(other, link, grandmother)
  await other.expectToast('Ya tienes el diario')
  const second = await openTab(other.page.context(), server, grandmother)
  const diary = ({ page }: Carer) => page.getByLabel('Diario que se muestra').locator('visible=true')
  await diary(other).selectOption({ index: 0 })
  await other.goTo('Plan')
  await carersOf(other).invite.click()
  await other.page.getByLabel('Su nombre en casa').fill('Tía')
  await other.page.getByRole('button', { name: 'Crear la invitación' }).click()
  const made = other.page.getByRole('alertdialog', { name: 'Invitación para Tía' })
  await expect(made).toBeVisible()
  await second.goTo('Plan')
  await expect(carersOf(second).invite).toBeVisible()
  await diary(second).selectOption({ index: 1 })
  await second.goTo('Plan')
  await expect(second.page.getByRole('heading', { name: 'El diario de Lucía' })).toBeVisible()
  await expect(made).toBeVisible()
  await other.page.getByRole('button', { name: 'Listo' }).click()
  // A toast has a button of that name as well.
  await other.page.getByText('Cerrar', { exact: true }).click()
  await other.goTo('Plan')
  await expect(other.page.getByRole('heading', { name: 'El diario de Lucía' })).toBeVisible()
})

test('what a phone shows at its next start says whose diary it is', async ({
  carer,
  family,
  grandmother,
  otherPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  const link = await invite(carer, 'Abuela')
  const other = await otherPhone()
  await other.signIn()
  await logNap(other, '09:05', '10:05')
  await other.whenAllSent()
  await enterSignedIn(other, link, grandmother)
  await other.expectToast('Ya tienes el diario')
  await other.closeToast()
  await expect(other.records).toContainText('10:00 – 11:00')
  await hide(other.page)
  const shown = await other.page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    const picture = document.createElement('template')
    picture.innerHTML = JSON.parse(localStorage.getItem('nana-picture') ?? '').html
    const select = picture.content.querySelector('select')
    return [select?.selectedOptions[0]?.textContent, picture.content.querySelector('article')?.textContent]
  })
  expect(shown).toEqual(['Lucía', expect.stringContaining('10:00 – 11:00')])
})

test('who is sent away sees the diary no more, and has an own one', async ({
  carer,
  page,
  family,
  letGrandmotherIn,
}) => {
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  const other = await letGrandmotherIn()
  await expect(other.records).toContainText('10:00 – 11:00')
  await carer.goTo('Diario')
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar lo que puede hacer Abuela' }).click()
  await page.getByRole('button', { name: 'Quitar el acceso' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar el acceso' }).click()
  await carer.expectToast('Abuela ya no ve el diario')
  await expect(other.seen('Mi bebé')).toBeVisible()
  await expect(other.records).toHaveCount(0)
})

test('what can’t be drawn of another family’s diary says nothing of the own one, once that one is left', async ({
  carer,
  letGrandmotherIn,
}) => {
  const grandmother = await letGrandmotherIn()
  const { page } = grandmother
  const broken = page.getByRole('heading', { name: 'Algo ha fallado en la app' })
  await carer.goTo('Diario')
  await carer.logWakeUp()
  await expect(grandmother.records).toHaveCount(1)
  await spoil(page, 'sleep_plans', { reminders: true, first_wake_window: {} })
  await page.reload()
  await expect(broken).toBeVisible()
  await carer.goTo('Plan')
  await carersOf(carer).person('Abuela').getByRole('button').click()
  await carer.page.getByRole('button', { name: 'Quitar el acceso' }).click()
  await carer.page.getByRole('alertdialog').getByRole('button', { name: 'Quitar el acceso' }).click()
  await expect(grandmother.tabBar).toBeVisible()
  await expect(broken).toBeHidden()
  // React has told the console what was wrong.
  expect(grandmother.consoleErrors.splice(0).join()).toContain('rror')
})
