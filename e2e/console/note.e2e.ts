import { asksBeforeClosing, expect, test } from './staff.ts'

/* What a consultant writes down for herself. */

test('of two texts of one note neither is lost: the later window is offered both', async ({
  consultant: { page, open, call },
  letIn,
  account,
}) => {
  const familyId = await letIn(account)
  const noteOf = (window: typeof page) => window.getByLabel('Tus notas sobre esta familia')
  const saved = (window: typeof page) => window.getByText('Guardado', { exact: true })
  await open(`familia/${familyId}/acompanamiento`)
  await expect(noteOf(page)).toHaveValue('')
  // This window doesn't hear of the other one's text.
  await page.route('**/rpc/consulted_family', (route) => route.abort())

  const other = await page.context().newPage()
  await other.goto(page.url())
  await noteOf(other).fill('Duerme mejor en brazos.')
  await expect(saved(other)).toBeVisible()
  await noteOf(page).fill('Otra idea.')
  await expect(page.getByText(/Sin guardar: has escrito otra cosa en otra ventana/)).toBeVisible()
  await expect(page.getByLabel('Lo que escribiste en la otra ventana')).toHaveValue('Duerme mejor en brazos.')
  await expect(noteOf(page)).toHaveValue('Otra idea.')
  await expect.poll(() => asksBeforeClosing(page)).toBe(true)

  await page.getByRole('button', { name: 'Juntar las dos' }).click()
  await expect(noteOf(page)).toBeFocused()
  await expect(saved(page)).toBeVisible()
  const both = 'Duerme mejor en brazos.\n\nOtra idea.'
  await expect(noteOf(page)).toHaveValue(both)
  expect(await call('consulted_family', { family_id: familyId })).toMatchObject({ note: both })
  await expect.poll(() => asksBeforeClosing(page)).toBe(false)
  // The other window takes it over as soon as somebody comes to it.
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(noteOf(other)).toHaveValue(both)
})

test('a note is saved by itself, also after the server was away and another page was looked at', async ({
  consultant: { page, open, call },
  letIn,
  account,
}) => {
  const familyId = await letIn(account)
  await open(`familia/${familyId}/acompanamiento`)
  const note = page.getByLabel('Tus notas sobre esta familia')
  await page.route('**/rpc/save_note', (route) => route.abort())
  await note.pressSequentially('Duerme mejor en brazos.')
  await expect(page.getByText(/Sin guardar: el servidor no contesta/)).toBeVisible()
  // Closing the page would lose it: the browser asks first.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  // What isn't saved is kept while something else is looked at.
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeVisible()
  await page.goBack()
  await expect(note).toHaveValue('Duerme mejor en brazos.')
  await page.unroute('**/rpc/save_note')
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  expect(await call('consulted_family', { family_id: familyId })).toMatchObject({
    note: 'Duerme mejor en brazos.',
  })
  // On a phone it isn't below the plan that is proposed, which is long.
  await page.setViewportSize({ width: 375, height: 667 })
  const topOf = async (part: typeof note) => (await part.boundingBox())?.y ?? 0
  const heading = page.getByRole('heading', { name: 'Proponer un plan' })
  await expect.poll(async () => (await topOf(heading)) - (await topOf(note))).toBeGreaterThan(0)
})
