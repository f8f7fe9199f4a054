import { settings } from '../device/settings.ts'
import { type AuthResult, authResult } from '../wire/failures.ts'
import { auth, failureOf, home } from './remote-auth.ts'

/** 'confirm': the account is made, and its mailbox has to confirm it first. */
export type SignUpResult = AuthResult | { kind: 'confirm' }

/** Makes an account for whoever holds a family's invitation, by which a server lets in who couldn't make one. */
export async function signUpInvited(email: string, password: string, token: string): Promise<SignUpResult> {
  const answer = await auth().signUp({
    email,
    password,
    // Hosted Supabase would keep it in the account's data.
    options: {
      emailRedirectTo: home(),
      ...(settings.supabaseUrl === '' && { data: { family_invitation: token } }),
    },
  })
  if (answer.error !== null) return authResult(failureOf(answer))
  return answer.data.session === null ? { kind: 'confirm' } : { kind: 'ok' }
}
