import { PostgrestClient } from '@supabase/postgrest-js'
import { type BabyInfo, DEFAULT_BABY_NAME } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord, SleepType } from '../../core/records/sleep-record.ts'
import type { LocalDate, LocalTime } from '../../core/time/time.ts'
import { test as base } from './carer.ts'
import type { Account, ServerProcess } from './server-process.ts'

/** Writes and reads what a family has stored at the server, with its own token like any client of the table API. */
export interface Family {
  born(birthDate: LocalDate, name?: string): Promise<void>
  livesIn(zone: string): Promise<void>
  plans(rhythm: Partial<SleepPlan>): Promise<void>
  logs(...records: readonly LoggedRecord[]): Promise<void>
  forgets(record: { date: LocalDate }): Promise<void>
  baby(): Promise<BabyInfo>
  plan(): Promise<SleepPlan>
  /** Returns at most a thousand of them, as many as the table API gives out at a time. */
  records(): Promise<SleepRecord[]>
  countRecords(): Promise<number>
}

export type LoggedRecord = Pick<
  SleepRecord,
  'date' | 'type' | 'start_time' | 'end_time' | 'time' | 'quality'
> &
  Partial<Pick<SleepRecord, 'taps'>>

/** Makes a nap or a night, which is open without an end. */
export function sleep(
  type: SleepType,
  date: LocalDate,
  start: LocalTime,
  end: LocalTime | null = null,
  quality: SleepRecord['quality'] = null,
): LoggedRecord {
  return { date, type, start_time: start, end_time: end, time: null, quality }
}

export function wakeUp(date: LocalDate, time: LocalTime): LoggedRecord {
  return { date, type: 'despertar', start_time: null, end_time: null, time, quality: null }
}

/** A story whose family has a past stores it first; then the phone signs in. */
export const test = base.extend<{ family: Family }>({
  family: async ({ server, account }, handOver) => {
    await handOver(await openFamily(server, account))
  },
})

async function openFamily(server: ServerProcess, account: Account): Promise<Family> {
  const { access_token: token, user } = await server.signIn(account)
  const userId = user.id
  const tables = new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { apikey: await server.publicKey(), Authorization: `Bearer ${token}` },
  })
  // The app makes the same two rows, with the same ids, where they are missing.
  const ids = { id: userId, user_id: userId }

  async function read<Row>(table: string): Promise<Row[]> {
    const { data } = await tables.from(table).select().throwOnError()
    // The stories name a table together with the type of its rows.
    return data satisfies object[] as Row[]
  }
  async function only<Row>(table: string): Promise<Row> {
    const [row] = await read<Row>(table)
    if (row === undefined) throw new Error(`Nothing in ${table} yet`)
    return row
  }

  return {
    async born(birthDate, name = DEFAULT_BABY_NAME) {
      const row = { ...ids, birth_date: birthDate, birth_date_known: true, name }
      await tables.from('baby_info').upsert(row, { onConflict: 'user_id' }).throwOnError()
    },
    async livesIn(zone) {
      await tables.from('baby_info').update({ time_zone: zone }).eq('user_id', userId).throwOnError()
    },
    async plans(rhythm) {
      await tables
        .from('sleep_plans')
        .upsert({ ...ids, ...rhythm }, { onConflict: 'user_id' })
        .throwOnError()
    },
    async logs(...records) {
      const rows = records.map((record) => ({ ...record, user_id: userId }))
      await tables.from('sleep_records').insert(rows).throwOnError()
    },
    async forgets({ date }) {
      await tables.from('sleep_records').delete().eq('date', date).throwOnError()
    },
    baby: () => only<BabyInfo>('baby_info'),
    plan: () => only<SleepPlan>('sleep_plans'),
    records: () => read<SleepRecord>('sleep_records'),
    async countRecords() {
      const { count } = await tables
        .from('sleep_records')
        .select('id', { count: 'exact', head: true })
        .throwOnError()
      return count ?? 0
    },
  }
}
