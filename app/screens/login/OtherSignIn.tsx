import { useEffect, useState } from 'react'
import {
  type SignInMethods,
  signInMethods,
  signInWithOrganisation,
  signInWithProvider,
} from '../../session/sign-in-methods.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { otherSignIn, login as words } from '../../words/entrance.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
import styles from './OtherSignIn.module.css'

const NAMES: Readonly<Record<string, string | undefined>> = otherSignIn.providers

/**
 * The ways in beside email and password, if the server has any. They stand last: they come late, and must not move
 * what a finger is on its way to.
 */
export function OtherSignIn({ email }: { email: () => string }) {
  const [methods, setMethods] = useState<SignInMethods | null>(null)

  useEffect(() => {
    let isGone = false
    void signInMethods().then((found) => {
      if (!isGone) setMethods(found)
    })
    return () => {
      isGone = true
    }
  }, [])

  async function enter(way: ReturnType<typeof signInWithProvider>) {
    const result = await way
    if (result.kind === 'failed') showToast(authFailureToast(words.signInFailed, result))
  }

  function enterByOrganisation() {
    if (email().includes('@')) void enter(signInWithOrganisation(email()))
    else showToast({ title: words.signInFailed, detail: otherSignIn.organisationNeedsEmail, tone: 'failure' })
  }

  if (methods === null || (methods.providers.length === 0 && !methods.organisations)) return null
  return (
    <section className={styles.other} aria-labelledby="other-sign-in">
      <h2 id="other-sign-in">{otherSignIn.heading}</h2>
      {methods.providers.map((provider) => (
        <Button key={provider} variant="quiet" onClick={() => void enter(signInWithProvider(provider))}>
          {NAMES[provider] ?? provider}
        </Button>
      ))}
      {methods.organisations && (
        <Button variant="quiet" onClick={enterByOrganisation}>
          {otherSignIn.organisation}
        </Button>
      )}
    </section>
  )
}
