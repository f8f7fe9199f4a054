export type SessionState =
  | { kind: 'loading' }
  | { kind: 'signed-out' }
  | { kind: 'signed-in'; userId: string; email: string }

export type SignInResult = { kind: 'ok' } | { kind: 'failed'; code: string | null; message: string }
export type SignOutResult = { kind: 'ok' } | { kind: 'failed'; message: string }

export async function signIn(_email: string, _password: string): Promise<SignInResult> {
  return { kind: 'failed', code: null, message: '' }
}

/** Wipes the device's copy: the caller has warned about unsent changes. */
export async function signOut(): Promise<SignOutResult> {
  return { kind: 'failed', message: '' }
}
