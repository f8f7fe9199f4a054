import { join } from 'node:path'
import { WebKitPhone } from '../engines/webkit/webkit-phone.ts'
import { expect, test } from './ways.ts'

test('two weeks are one sheet of paper, with no empty one after it', async ({ carersHand: hand }, info) => {
  const { phone } = hand
  if (!(phone instanceof WebKitPhone)) throw new Error('Only this driver prints without its dialog')
  await hand.goTo('Gráfico')
  await hand.press('Imprimir o guardar como PDF')
  await hand.sees('Mi bebé', ['dialog'])
  const pdf = await phone.print(join(info.project.outputDir, 'two-weeks.pdf'))
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
