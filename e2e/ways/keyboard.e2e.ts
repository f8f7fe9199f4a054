import { expect, test } from './ways.ts'

const focused = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`

test('signing in by the keyboard alone', async ({ hand, account }) => {
  await hand.open()
  await hand.phone.fill('Email', account.email)
  await hand.phone.keys('Tab')
  for (const letter of account.password) await hand.phone.keys(letter)
  await hand.phone.keys('Enter')
  await hand.sees('A qué hora despertó?')
})

test('Escape closes a question, and the focus is where it was', async ({ carersHand: hand }) => {
  await hand.logWakeUp()
  await hand.press(/^Eliminar/, { in: ['article'] })
  await hand.counts('alertdialog', 1)
  await hand.phone.keys('Escape')
  await hand.counts('alertdialog', 0)
  await expect.poll(() => hand.phone.ask<string>(focused)).toMatch(/^Eliminar/)
})

test('F8 goes to the toast, and Enter undoes', async ({ carersHand: hand }) => {
  await hand.phone.fill('A qué hora despertó?', '08:20')
  await hand.press('Guardar')
  await hand.holdToast()
  await hand.phone.keys('F8')
  await expect.poll(() => hand.phone.ask<string>(focused)).toContain('¡Despertar registrado!')
  await hand.phone.keys('Tab', 'Tab')
  await expect.poll(() => hand.phone.ask<string>(focused)).toBe('Deshacer')
  await hand.phone.keys('Enter')
  await hand.counts('article', 0)
})

test('what the focus reaches is outlined', async ({ hand }) => {
  await hand.open()
  await hand.sees('Iniciar Sesión')
  for (let stop = 0; stop < 6; stop += 1) {
    await hand.phone.keys('Tab')
    const outline = await hand.phone.ask<string>(`(() => {
      const element = document.activeElement
      return [element, element.parentElement].map((one) => getComputedStyle(one).outlineStyle).join(' ')
    })()`)
    expect(outline).not.toBe('none none')
  }
})
