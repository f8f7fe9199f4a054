import { type AuthResult, authResult } from '../wire/failures.ts'
import { signInWithPassword } from './remote-auth.ts'

export async function signIn(email: string, password: string): Promise<AuthResult> {
  return authResult(await signInWithPassword(email, password))
}
