import { randomUUID } from 'node:crypto'
import type { AuthClient } from '@supabase/auth-js'
import type { Mail } from '../mail/mailer.ts'
import { codeIn, pageIn } from './mailbox.ts'
import type { Account, Answer, TestServer } from './test-server.ts'
import { totpCode } from './totp-code.ts'

export type Client = InstanceType<typeof AuthClient>

export const ANOTHER_PASSWORD = 'otra-siesta-larga'

/** What owners of accounts do at the server of a test, which begins later than this is called. */
export function ownersAt(serverOf: () => TestServer) {
  return {
    /** A new account, and the official client in a session of it. */
    signedIn: async (): Promise<{ account: Account; client: Client }> => {
      const server = serverOf()
      const account = await server.createAccount()
      const client = server.client()
      await client.setSession(await server.signIn(account))
      return { account, client }
    },

    /** A second factor that is turned on, of a name that no other has. */
    turnOn: async (client: Client): Promise<{ id: string; secret: string }> => {
      const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: randomUUID() })
      if (error !== null) throw error
      const { id, totp } = data
      const verified = await client.mfa.challengeAndVerify({ factorId: id, code: totpCode(totp.secret) })
      if (verified.error !== null) throw verified.error
      return { id, secret: totp.secret }
    },

    /** A session by the code of a mail that is asked for, and is the n-th to the account. */
    backByMail: async ({ email }: Pick<Account, 'email'>, nth: number): Promise<Client> => {
      const server = serverOf()
      const back = server.client()
      await back.resetPasswordForEmail(email)
      const token = codeIn(await server.mails.newestTo(email, nth))
      const { error } = await back.verifyOtp({ email, token, type: 'email' })
      if (error !== null) throw error
      return back
    },

    /** Presses «it wasn’t me» of a mail. */
    disown: (mail: Mail, headers: Record<string, string> = {}): Promise<Answer> =>
      serverOf().ask('/auth/v1/disown', {
        method: 'POST',
        headers,
        body: { token_hash: pageIn(mail).token_hash },
      }),
  }
}
