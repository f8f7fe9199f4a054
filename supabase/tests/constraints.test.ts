import { describe, expect, it } from 'vitest'
import { ENGINES } from './engines.ts'
import { startTestDatabase } from './test-database.ts'

describe.each([...ENGINES.keys()])('%s', (engine) => {
  it('gives a new baby its defaults', async () => {
    const db = await startTestDatabase(engine)
    const user = await db.createUser()
    const { rows } = await db.pool.query(
      'insert into public.baby_info (user_id) values ($1) returning name',
      [user],
    )
    expect(rows).toEqual([{ name: 'Mi bebé' }])
    await db.close()
  })
})
