import { expect, it } from 'vitest'
import { transaction } from '../auth/sessions/transaction.ts'
import { startTestDatabase } from '../testing/test-database.ts'
import { newTrace, traced } from './request-trace.ts'
import { recordEvent } from './security-events.ts'

it('what a transaction noted is forgotten when it is rolled back, and nothing that was noted before it', async () => {
  const db = await startTestDatabase()
  const trace = newTrace('request-1', null)
  const place = { pool: db.pool, liveSessions: null }
  await traced(trace, async () => {
    await transaction(place, (within) => recordEvent(within, 'console_command', null, 'first'))
    const failing = transaction(place, async (within) => {
      await recordEvent(within, 'console_command', null, 'second')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await transaction(place, (within) => recordEvent(within, 'console_command', null, 'third'))
  })
  expect(trace.events.map(({ detail }) => detail)).toEqual(['first', 'third'])
  const { rows } = await db.pool.query('select detail from nana.security_log order by at')
  expect(rows.map(({ detail }) => detail)).toEqual(['first', 'third'])
  await db.close()
})

it('a detail that the table doesn’t take undoes nothing of what it is written with', async () => {
  const db = await startTestDatabase()
  for (const detail of ['a'.repeat(81), '', 'línea\n', 'a'.repeat(80)]) {
    await transaction({ pool: db.pool, liveSessions: null }, (within) =>
      recordEvent(within, 'change_disowned', null, detail),
    )
  }
  const { rows } = await db.pool.query('select detail from nana.security_log order by at')
  expect(rows.map(({ detail }) => detail)).toEqual([null, null, null, 'a'.repeat(80)])
  await db.close()
})
