import type { Page } from '@playwright/test'

/** Lists where a computed colour of what is on screen has blue in it. */
export function colours(page: Page): Promise<{ blue: string[] }> {
  return page.evaluate(() => {
    const named = [
      'color',
      'background-color',
      'background-image',
      'box-shadow',
      'border-top-color',
      'border-left-color',
      'fill',
      'stroke',
      'outline-color',
      'caret-color',
    ]
    const hasBlue = (value: string) =>
      [...value.matchAll(/rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/g)].some(
        ([, , , blue, alpha]) => blue !== '0' && alpha !== '0',
      )
    // An edge of no width and an outline that isn't there have a colour by default, and draw nothing.
    const isDrawn = (style: CSSStyleDeclaration, name: string) =>
      (!name.startsWith('border') || style.borderTopStyle !== 'none' || style.borderLeftStyle !== 'none') &&
      (!name.startsWith('outline') || style.outlineStyle !== 'none')
    const blue = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, contentVisibilityAuto: true }))
      .filter((element) => element.closest('[aria-hidden=true]') === null)
      .flatMap((element) => {
        const style = getComputedStyle(element)
        return named
          .filter((name) => isDrawn(style, name) && hasBlue(style.getPropertyValue(name)))
          .map((name) => `${element.tagName} ${name}: ${style.getPropertyValue(name)}`)
      })
    return { blue: [...new Set(blue)] }
  })
}

/**
 * Measures a picture of the screen: its bluest pixel, and its mean luminance, white being 1 (WCAG's relative
 * luminance).
 */
export async function lightOf(page: Page): Promise<{ mostBlue: number; mean: number }> {
  const picture = (await page.screenshot()).toString('base64')
  // The picture is measured in the page itself: while another one is in front of it, its frames stand still.
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
    drawing?.drawImage(image, 0, 0)
    const { data } = drawing?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
    const linear = (channel: number) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4
    let [mostBlue, sum] = [0, 0]
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
      mostBlue = Math.max(mostBlue, blue)
      sum += 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
    return { mostBlue, mean: sum / (data.length / 4) }
  }, picture)
}
