import type { Locator, Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { type Point, stroke } from '../kit/finger.ts'

/** Counts what one thumb does: a tap, a drag or a time that is typed counts as one each. */
export class Thumb {
  taps = 0

  async tap(target: Locator): Promise<void> {
    this.taps += 1
    await target.tap()
  }

  async type(field: Locator, time: string): Promise<void> {
    this.taps += 1
    await field.fill(time)
  }
}

/** Stands for the sheet on which a day is drawn, and a finger on its tape. */
export class DrawingSheet {
  readonly dialog: Locator
  readonly tape: Locator
  private readonly page: Page
  private readonly thumb: Thumb

  constructor(page: Page, thumb: Thumb = new Thumb()) {
    this.page = page
    this.thumb = thumb
    this.dialog = page.getByRole('dialog', { name: /^Reconstruir el día/ })
    this.tape = this.dialog.getByRole('region', { name: /^Cinta del día/ })
  }

  /** Opens it from today's diary, for the day before. */
  async openYesterday(): Promise<void> {
    await this.page.getByRole('button', { name: 'Día anterior' }).click()
    await this.page.getByRole('button', { name: 'Reconstruir el día' }).click()
  }

  /** Draws from one time to another, as a thumb goes: down, along, up. */
  async drag(from: string, to: string): Promise<void> {
    this.thumb.taps += 1
    const [start, end] = [await this.placeOf(from, 'start'), await this.placeOf(to, 'end')]
    await stroke(this.page, start, end)
  }

  async tapAt(time: string): Promise<void> {
    this.thumb.taps += 1
    const { x, y } = await this.placeOf(time, 'start')
    await this.page.touchscreen.tap(x, y)
  }

  /** Finds where a time is drawn: 8h to 18h on the first line, 18h to 8h on the second. */
  async placeOf(time: string, edge: 'start' | 'end' = 'start'): Promise<Point> {
    await this.tape.waitFor()
    // A sheet that still rises would be drawn on beside the tape.
    await atRest(this.page)
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const place = (hours * 60 + minutes - 480 + 1440) % 1440 || (edge === 'end' ? 1440 : 0)
    const isFirst = edge === 'end' ? place <= 600 : place < 600
    const lines = await this.tape.locator(':scope > div > svg').all()
    const box = await lines[isFirst ? 0 : 1]?.boundingBox()
    if (!box) throw new Error('The tape isn’t on the screen')
    const share = isFirst ? place / 600 : (place - 600) / 840
    return { x: box.x + share * box.width, y: box.y + 50 }
  }

  time(name: string) {
    return this.dialog.getByLabel(name, { exact: true })
  }

  /** Finds an end of a sleep, as the keyboard does. */
  edge(name: string) {
    return this.tape.getByRole('slider', { name, exact: true })
  }

  get save() {
    return this.dialog.getByRole('button', { name: /^Guardar/ })
  }
}
