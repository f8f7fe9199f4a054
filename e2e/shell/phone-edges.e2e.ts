import { expect, test } from '../kit/carer.ts'
import { expectEdges, giveEdges, SHAPES, underEdges } from './phone-edges.ts'

for (const { name, width, height, insets } of SHAPES) {
  test.describe(`a phone with round corners, ${name}`, () => {
    test.use({ viewport: { width, height } })

    test('nothing of the login lies under its edges', async ({ phone, page }) => {
      await giveEdges(page, insets)
      await phone.open()
      await expectEdges(page, insets)
      expect(await underEdges(page, insets)).toEqual([])
    })
  })
}
