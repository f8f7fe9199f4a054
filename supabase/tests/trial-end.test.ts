import { expect, it } from 'vitest'
import { anonymous, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

// Hosted Supabase calls this function as a hook, and gives it the claims of a token that is about to be issued.

onEachEngine((db) => {
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
    // The day in the sentence is that of Madrid, where this instant is on the next day already.
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
