import { expect } from 'vitest'
import { bearer, type TestServer } from '../../../server/testing/test-server.ts'
import type { Carer } from '../test-phone.ts'

/** Calls a function of the database for a carer, and returns its answer. */
export async function rpc(
  server: TestServer,
  carer: Carer,
  name: string,
  body: Record<string, unknown>,
): Promise<unknown> {
  const { status, body: answer } = await server.ask(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: bearer(carer.token),
    body,
  })
  expect([200, 204]).toContain(status)
  return answer
}

/** Lets an account into a family, by an invitation that it takes. */
export async function letIn(
  server: TestServer,
  owner: Carer,
  guest: Carer,
  role: 'carer' | 'viewer' = 'carer',
): Promise<void> {
  const made = await rpc(server, owner, 'invite_to_family', { role, name: 'Abuela', until: null })
  await rpc(server, guest, 'accept_invitation', { token: (made as { token: string }).token })
}
