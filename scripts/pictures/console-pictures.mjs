import { DESK, enter, goTo, PHONE, shoot, shootOnAll, shootOnPhone } from './camera.mjs'

/*
 * The pictures of the console, /consola, and of what a family sees of its consultant.
 */

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('./demo-server.mjs').Demo} Demo
 * @typedef {(options: import('@playwright/test').BrowserContextOptions) => Promise<Page>} NewPage
 */

/**
 * @param {Demo} demo
 * @param {NewPage} newPage
 */
export async function pictureConsole(demo, newPage) {
  const page = await atConsole(demo, newPage, 'marta@nana.example')
  const families = page.getByRole('list', { name: 'Familias' })
  // The list is put in order once all diaries are read.
  await families.getByText('Sin avisos').first().waitFor()
  await shoot(page, 'consola-familias')
  await shootOnPhone(page, 'consola-familias')
  await families.getByRole('link', { name: 'Lucía' }).click()
  await page.getByRole('heading', { name: 'Patrón de Sueño' }).waitFor()
  await shoot(page, 'consola-diario')
  await proposeAPlan(page)
  await page.getByRole('link', { name: 'Familias' }).click()
  await families.getByRole('link', { name: 'Hugo' }).click()
  await page.getByRole('link', { name: 'Informe' }).click()
  await page.getByRole('table').waitFor()
  await page.getByText('Ventana tras la siesta 1').first().waitFor()
  await shoot(page, 'consola-informe')
  await page.context().close()

  await inviteAList(demo, newPage)
  await atTheFamilies(demo, newPage)
}

/**
 * A question to answer and a plan to propose, which isn't sent.
 * @param {Page} page
 */
async function proposeAPlan(page) {
  await page.getByRole('link', { name: 'Acompañamiento' }).click()
  await page.getByLabel('Empezar con').waitFor()
  await shoot(page, 'consola-acompanamiento')
  await page.getByLabel('Empezar con').selectOption({ label: 'Tres siestas · De 5 a 8 meses' })
  await page
    .getByLabel('En una frase')
    .fill('Un solo cambio: siestas más cortas, y así la noche empieza una hora antes.')
  await page.getByRole('list', { name: 'Qué cambia' }).waitFor()
  const heading = page.getByRole('heading', { name: 'Proponer un plan' })
  // The bar of the console stays above what is scrolled.
  const toTop = () =>
    heading.evaluate((element) => {
      const bar = document.querySelector('header')?.getBoundingClientRect().height ?? 0
      scrollBy(0, Math.round(element.getBoundingClientRect().top - bar - 24))
    })
  await toTop()
  await shoot(page, 'consola-propuesta')
  await shootOnPhone(page, 'consola-propuesta', toTop)
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
}

/**
 * @param {Demo} demo
 * @param {NewPage} newPage
 */
async function inviteAList(demo, newPage) {
  const page = await atConsole(demo, newPage, 'eva@nana.example')
  await page.getByRole('link', { name: 'Cuentas' }).click()
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  const list = 'email;días\nlola@correo.example;30\nmario@correo.example;30\nnoa@nana.example;30\nteresa;30'
  await page.getByLabel('La lista').fill(list)
  await page.getByRole('list', { name: '2 líneas descartadas' }).waitFor()
  await shoot(page, 'consola-cuentas')
  await page.context().close()
}

/**
 * One family that is asked for leave to look, and another that is proposed a plan.
 * @param {Demo} demo
 * @param {NewPage} newPage
 */
async function atTheFamilies(demo, newPage) {
  const asked = await atDiary(demo, newPage, 'olivia@nana.example')
  await asked.getByRole('button', { name: 'BSC pide ver el sueño de Olivia' }).click()
  await asked.getByRole('dialog').waitFor()
  await shootOnAll(asked, 'consentimiento')
  await asked.context().close()

  const proposed = await atDiary(demo, newPage, 'noa@nana.example')
  await goTo(proposed, 'Plan')
  await proposed.getByRole('heading', { name: 'Marta Soler te propone un plan' }).waitFor()
  await shootOnAll(proposed, 'plan-propuesto')
  await proposed.context().close()
}

/**
 * @param {Demo} demo
 * @param {NewPage} newPage
 * @param {string} email
 */
async function atConsole(demo, newPage, email) {
  const page = await newPage({ viewport: DESK })
  await page.goto(`${demo.url}/consola`)
  await enter(page, { ...demo, email })
  await page.getByLabel('Código').fill(await demo.code())
  await page.getByRole('navigation', { name: 'Páginas de la consola' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/**
 * @param {Demo} demo
 * @param {NewPage} newPage
 * @param {string} email
 */
async function atDiary(demo, newPage, email) {
  const page = await newPage({ viewport: PHONE, hasTouch: true })
  await page.goto(demo.url)
  await enter(page, { ...demo, email })
  await goTo(page, 'Diario')
  return page
}
