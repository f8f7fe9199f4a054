import { strict as assert } from 'node:assert'
import { commandDesk, setStaff } from '../server/administration/own-account-changes.ts'
import { SAML_SETTINGS } from '../server/testing/saml-settings.ts'
import { bearer, startTestServer, type TestServer } from '../server/testing/test-server.ts'
import type { Loot } from './tokens.ts'

/** An actor is signed in and has begun to set up a second factor, so that calls on factors have one to find. */
export interface Actor {
  id: string
  token: string
  refreshToken: string
  factorId: string
}

/** The target is a whole server with everything switched on, and a family whose rows nobody else may see or change. */
export interface Target {
  server: TestServer
  loot: Loot
  /** Makes an administrator of the console, and answers the token of a session that has just begun. */
  newChief: () => Promise<string>
  newActor(): Promise<Actor>
  /** Throws when an answer is a failure of the server, or shows the family's rows. */
  judge(response: Response): Promise<string>
  /** Throws unless the family, its sessions and everybody's role are as they were. */
  unharmed(): Promise<void>
}

const SETTINGS = {
  ...SAML_SETTINGS,
  AUTH_SIGNUP: 'on',
  AUTH_ANONYMOUS: 'on',
  AUTH_EMAIL_CONFIRMATION: 'on',
  // A long run would otherwise go on with tokens that ran out, which are refused before anything else is looked at.
  AUTH_JWT_EXPIRY: '604800',
  // Nothing listens at this address: no request may leave the machine.
  AUTH_OIDC_GOOGLE_ISSUER: 'http://127.0.0.1:1',
  AUTH_OIDC_GOOGLE_CLIENT_ID: 'nana',
}

export async function openTarget(): Promise<Target> {
  const server = await startTestServer(SETTINGS)
  const berta = await server.createAccount()
  const bertas = await server.signIn(berta)
  await server.ask('/rest/v1/sleep_records', {
    method: 'POST',
    headers: bearer(bertas.access_token),
    body: { date: '2025-08-10', type: 'siesta', start_time: '10:00', quality: 'buena' },
  })

  const newActor = async (): Promise<Actor> => {
    const account = await server.createAccount()
    const session = await server.signIn(account)
    const enrolled = await server.ask('/auth/v1/factors', {
      method: 'POST',
      headers: bearer(session.access_token),
      body: { factor_type: 'totp' },
    })
    return {
      id: account.id,
      token: session.access_token,
      refreshToken: session.refresh_token,
      factorId: String(enrolled.body.id),
    }
  }

  const newChief = async (): Promise<string> => {
    const chief = await server.createAccount()
    await setStaff(commandDesk(server.pool), { id: chief.id }, { role: 'admin', name: 'Eva' })
    return (await server.signInWithFactor(chief)).access_token
  }

  const jwks = await server.ask('/auth/v1/.well-known/jwks.json')
  const before = await standing(server, berta.id)
  return {
    server,
    newActor,
    newChief,
    loot: {
      accessToken: (await newActor()).token,
      anonKey: server.anonKey,
      otherId: berta.id,
      publicKey: JSON.stringify((jwks.body.keys as unknown[])[0]), // The keys are an array (wire 2.11, public reads).
    },
    async judge(response) {
      const text = await response.text()
      assert.ok(response.status < 500, `${response.status}: ${text.slice(0, 500)}`)
      // An answer may repeat what was sent, so only what was never sent gives the family away.
      assert.ok(!text.includes(berta.email), `enseña otra familia: ${text.slice(0, 500)}`)
      return text
    },
    async unharmed() {
      assert.deepEqual(await standing(server, berta.id), before)
      const health = await server.ask('/health')
      assert.equal(health.status, 200)
    },
  }
}

async function standing(server: TestServer, id: string): Promise<unknown> {
  const { rows } = await server.pool.query(
    `select to_jsonb(u) - 'updated_at' as account,
            (select jsonb_agg(s.id || s.aal::text || s.refresh_token_counter order by s.id) from auth.sessions s where s.user_id = u.id) as sessions,
            (select jsonb_agg(r order by r.id) from public.sleep_records r where r.user_id = u.id) as records,
            (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors,
            (select count(*)::int from auth.users other where other.role <> 'authenticated' or other.is_super_admin
                or (other.raw_app_meta_data - 'provider' - 'providers') <> '{}') as raised
       from auth.users u where u.id = $1`,
    [id],
  )
  return rows
}
