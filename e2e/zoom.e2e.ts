import type { Page } from '@playwright/test'
import { expect } from './carer.ts'
import { planForm } from './plan-form.ts'
import { sleep, test, wakeUp } from './seed.ts'
import { sleepForm } from './sleep-form.ts'

const TODAY = '2025-08-11'

interface Reading {
  what: string
  width: number
  height: number
  /** Text size: 2 for 200 %. */
  text: number
  spaced?: boolean
}

/** 1280 px wide at 400 % is 320 CSS px wide, and low. */
const READINGS: readonly Reading[] = [
  { what: 'a narrow phone', width: 320, height: 640, text: 1 },
  { what: 'text at 200 %', width: 390, height: 844, text: 2 },
  { what: 'text at 200 % on a narrow phone', width: 320, height: 640, text: 2 },
  { what: 'a zoom of 400 % on a desktop', width: 320, height: 256, text: 1 },
  { what: 'text set wider', width: 390, height: 844, text: 1, spaced: true },
]

for (const { what, width, height, ...reading } of READINGS) {
  test.describe(what, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize({ width, height })
    })

    test('loses nothing of the login and its dialog', async ({ phone }) => {
      const { page } = phone
      await phone.open()
      await setText(page, reading)
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
      await phone.expectToast('Error')
      await expectNothingLost(page)
    })

    test('loses nothing of the diary, the form, their dialogs and toasts', async ({
      family,
      phone,
      account,
    }) => {
      const { page } = phone
      const form = sleepForm(page)
      await phone.signIn(account)
      await setText(page, reading)
      await expectNothingLost(page)
      await family.logs(
        wakeUp(TODAY, '08:20'),
        sleep('siesta', TODAY, '10:00', '11:10', 'buena'),
        sleep('noche', '2025-08-10', '20:50', '08:20', 'mala'),
      )
      await expect(page.getByText('Próxima: Siesta 2')).toBeVisible()
      await page.getByRole('button', { name: '¿Por qué a esta hora?' }).click()
      await expectNothingLost(page)

      await phone.records.first().getByRole('button', { name: 'Eliminar' }).click()
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Cancelar' }).click()

      await phone.goTo('Añadir descanso')
      await form.quality('Regular').check()
      await form.save.click()
      await phone.expectToast('Confirmación requerida')
      await expectNothingLost(page)
      await form.enterStart('10:30')
      await form.enterEnd('11:30')
      await page.locator('[data-toast]').getByRole('button', { name: 'Cerrar' }).click()
      await form.save.click()
      await expect(form.screen.getByText('Revisa antes de guardar')).toBeVisible()
      await expectNothingLost(page)
      await form.cancel.click()

      await expect(page.getByText('Durmiendo desde 10:30')).toBeVisible()
      await expectNothingLost(page)
      await page.getByRole('button', { name: /^Terminar siesta/ }).click()
      await phone.expectToast('¡Descanso actualizado!')
      await expectNothingLost(page)
    })

    test('loses nothing of the longest night', async ({ family, phone, account }) => {
      await family.logs(sleep('noche', TODAY, '00:28'), sleep('noche', '2025-08-09', '10:44', '10:40'))
      await phone.signIn(account)
      await setText(phone.page, reading)
      await expectNothingLost(phone.page)
      await phone.goTo('Diario')
      await expect(phone.page.getByRole('timer')).toHaveText('15h 52m')
      await expectNothingLost(phone.page)
      await phone.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-09')
      await expect(phone.records).toContainText('23h 56m')
      await expectNothingLost(phone.page)
      await phone.records.getByRole('button', { name: 'Editar' }).click()
      await expectNothingLost(phone.page)
    })

    test('loses nothing of the chart, the plan and the resources', async ({ family, phone, account }) => {
      const { page } = phone
      const plan = planForm(page)
      await family.born('2025-01-05')
      await phone.signIn(account)
      await setText(page, reading)
      await phone.goTo('Gráfico')
      await expect(page.getByText('Esta semana aún no hay registros.')).toBeVisible()
      await expectNothingLost(page)
      await family.logs(
        wakeUp('2025-08-06', '08:00'),
        sleep('noche', '2025-08-06', '17:50', '09:48', 'buena'),
        wakeUp('2025-08-07', '09:48'),
        sleep('siesta', '2025-08-07', '11:00', '12:00'),
      )
      await page.getByRole('button', { name: 'Semana anterior' }).click()
      await expect(page.getByRole('img', { name: 'Por encima' })).toBeVisible()
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Ver los sueños: Miércoles 6' }).press('Enter')
      await expect(page.getByRole('dialog')).toContainText('15h 58m')
      await expectNothingLost(page)
      await page.keyboard.press('Escape')

      await phone.goTo('Plan')
      await expect(plan.firstWindow).toHaveValue('1h 30min')
      await plan.name.fill('Maximiliana')
      await plan.months.fill('11')
      await expectNothingLost(page)
      await plan.window(2).fill('gatos')
      await expect(plan.unsaved).toBeVisible()
      await expectNothingLost(page)
      await phone.goTo('BSC')
      await expectNothingLost(page)
    })

    test('loses nothing of what the network holds back', async ({ phone, account }) => {
      const { page } = phone
      await phone.signIn(account)
      await setText(page, reading)
      await phone.loseApi()
      await page.getByLabel('A qué hora despertó?').fill('08:20')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await expect(page.getByText('Sin conexión').locator('visible=true')).toBeVisible()
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectNothingLost(page)
    })
  })
}

test('numbers keep their width: a minute more moves nothing', async ({ family, phone, account }) => {
  const { page } = phone
  await family.logs(
    wakeUp(TODAY, '08:20'),
    sleep('siesta', TODAY, '10:00', '11:10'),
    sleep('siesta', TODAY, '15:00'),
  )
  await phone.signIn(account)
  await phone.goTo('Diario')
  const numbers = [
    page.getByRole('timer').locator('.num'),
    page.getByText('Sueño total del día').locator('..').locator('.num'),
    phone.records.first().locator('time').first(),
    phone.records.first().locator('b.num'),
    page.getByLabel('Fecha').first(),
  ]
  for (const number of numbers) await expect(number).toHaveCSS('font-variant-numeric', 'tabular-nums')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves: no dot breathes, no sheet or toast rises', async ({ family, phone, account }) => {
    const { page } = phone
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await family.logs(sleep('siesta', TODAY, '15:00'))
    await phone.signIn(account)
    await phone.goTo('Diario')
    expect(await moving()).toBe(0)
    await phone.records.getByRole('button', { name: 'Eliminar' }).click()
    expect(await moving()).toBe(0)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await phone.expectToast('¡Descanso actualizado!')
    expect(await moving()).toBe(0)
  })
})

/** As the phone's own setting for larger text does, and as a reader's style sheet sets it wider (WCAG 1.4.12). */
async function setText(
  page: Page,
  { text, spaced = false }: Pick<Reading, 'text' | 'spaced'>,
): Promise<void> {
  await page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    `${text * 100}%`,
  )
  if (!spaced) return
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
}

/** Nothing beyond the sides, nothing cut, and every control can be brought to where it can be pressed. */
async function expectNothingLost(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(cutTexts)).toEqual([])
  expect(await page.evaluate(coveredControls)).toEqual([])
}

/** Runs in the page: words that reach beyond the screen's sides or out of their own box. */
function cutTexts(): string[] {
  const cut: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // Said to screen readers only.
    if (parent.closest('.sr, svg, script, style, [role=status][aria-live]')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const { left, right, width } of range.getClientRects()) {
      if (width > 0 && (left < -1 || right > innerWidth + 1)) cut.push(text.textContent ?? '')
    }
  }
  for (const input of document.querySelectorAll('input')) {
    if (input.checkVisibility() && input.scrollWidth > input.clientWidth + 1) cut.push(`input ${input.value}`)
  }
  return cut
}

/** Runs in the page: what can't be pressed even when it is scrolled into sight. */
function coveredControls(): string[] {
  const dialog = document.querySelector('dialog[open]')
  const toast = document.querySelector('[data-toast]')
  const covered: string[] = []
  for (const control of (dialog ?? document).querySelectorAll<HTMLElement>('button, a[href], input')) {
    if (!control.checkVisibility()) continue
    control.scrollIntoView({ block: 'center' })
    const target = control.closest('label') ?? control
    const { x, y, width, height } = target.getBoundingClientRect()
    const middle = document.elementFromPoint(x + width / 2, y + height / 2)
    // A toast goes by itself.
    if (middle && (target.contains(middle) || toast?.contains(middle))) continue
    covered.push(control.ariaLabel ?? control.textContent ?? control.tagName)
  }
  return covered
}
