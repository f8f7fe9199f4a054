import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, user } from './callers.ts'
import { ENGINES } from './engines.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'

// The hook of hosted Supabase: it is given the claims of a token that is about to be issued.

describe.each([...ENGINES.keys()])('%s', (engine) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await startTestDatabase(engine)
  })
  afterAll(() => db.close())

  async function judged(event: object): Promise<unknown> {
    const { rows } = await db.pool.query('select public.refuse_ended_trial($1) as answer', [event])
    return rows[0]?.answer
  }
  const eventOf = (trialEndsAt: unknown) => ({
    user_id: '1',
    authentication_method: 'password',
    claims: { sub: '1', app_metadata: { trial_ends_at: trialEndsAt } },
  })

  it.each<[string, unknown]>([
    ['that runs', '2999-01-01T00:00:00Z'],
    ['that is none', null],
    ['that is no date', 'soon'],
    ['that is no text', { a: 1 }],
  ])('a trial %s gets its token unchanged', async (_, trialEndsAt) => {
    expect(await judged(eventOf(trialEndsAt))).toEqual(eventOf(trialEndsAt))
  })

  it('an account without metadata too', async () => {
    expect(await judged({ claims: {} })).toEqual({ claims: {} })
  })

  it('a trial that is over gets none, and a sentence in Spanish', async () => {
    // In Madrid it is the next day already.
    expect(await judged(eventOf('2025-08-10T22:30:00Z'))).toEqual({
      error: {
        http_code: 403,
        message:
          'Tu periodo de prueba terminó el 11/08/2025. Tus registros siguen guardados: escríbenos para continuar.',
      },
    })
  })

  it('nobody else can ask', async () => {
    const carer = user(db.pool, await db.createUser())
    for (const caller of [carer, anonymous(db.pool)]) {
      await expect(caller(`select public.refuse_ended_trial('{}')`)).rejects.toThrow('permission denied')
    }
  })
})
