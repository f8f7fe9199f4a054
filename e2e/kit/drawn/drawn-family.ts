import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type BabyInfo, DEFAULT_BABY_NAME } from '../../../core/baby/age.ts'
import { DEFAULT_PLAN, type SleepPlan } from '../../../core/plan/plan.ts'
import { BLANK_RECORD, type SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import type { Family, LoggedRecord } from '../seed.ts'

/** What a family has stored, where there is no server: the phone hears of it at once, as by a download. */
export class DrawnFamily implements Family {
  readonly userId = randomUUID()
  private readonly page: Page
  private told = 0
  private theirBaby: BabyInfo = {
    id: this.userId,
    user_id: this.userId,
    name: DEFAULT_BABY_NAME,
    birth_date: '2025-08-11',
    birth_date_known: false,
  }
  private theirPlan: SleepPlan = { id: this.userId, user_id: this.userId, ...DEFAULT_PLAN }

  constructor(page: Page) {
    this.page = page
  }

  async born(birthDate: LocalDate, name = DEFAULT_BABY_NAME): Promise<void> {
    this.theirBaby = { ...this.theirBaby, birth_date: birthDate, birth_date_known: true, name }
    await this.tell()
  }

  async livesIn(zone: string, since: LocalDate | null = null): Promise<void> {
    this.theirBaby = { ...this.theirBaby, time_zone: zone, time_zone_since: since }
    await this.tell()
  }

  async plans(rhythm: Partial<SleepPlan>): Promise<void> {
    this.theirPlan = { ...this.theirPlan, ...rhythm }
    await this.tell()
  }

  async logs(...records: readonly LoggedRecord[]): Promise<void> {
    const rows = records.map((record) => ({
      ...BLANK_RECORD,
      ...record,
      id: randomUUID(),
      user_id: this.userId,
    }))
    await this.tell({ records: rows })
  }

  async forgets({ date }: { date: LocalDate }): Promise<void> {
    const deleted = (await this.records()).filter((record) => record.date === date)
    if (deleted.length === 0) throw new Error(`The app isn't drawn yet, or shows nothing of ${date}`)
    await this.tell({ deleted })
  }

  async baby(): Promise<BabyInfo> {
    return present((await this.onPhone()).baby)
  }

  async plan(): Promise<SleepPlan> {
    return present((await this.onPhone()).plan)
  }

  async records(): Promise<SleepRecord[]> {
    return [...(await this.onPhone()).records]
  }

  async countRecords(): Promise<number> {
    return (await this.records()).length
  }

  /** Tells the phone what the family has by now. Without news it hears of the baby and the plan alone. */
  async tell(
    news: { records?: readonly SleepRecord[]; deleted?: readonly SleepRecord[] } = {},
  ): Promise<void> {
    const from = this.told === 0 ? null : this.told
    this.told += 1
    await this.page.evaluate((all) => window.drawnPhone.hear(all), {
      userId: this.userId,
      from,
      to: this.told,
      baby: this.theirBaby,
      plan: this.theirPlan,
      records: [],
      deleted: [],
      ...news,
    })
  }

  private onPhone() {
    return this.page.evaluate(() => window.drawnPhone.read())
  }
}

function present<Row>(row: Row | null): Row {
  if (row === null) throw new Error('The phone has no such row')
  return row
}
