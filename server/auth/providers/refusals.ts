import { HttpError } from '../../http/errors.ts'

// Refusals of signing in by others: OpenID Connect and SAML. Codes and words are the reference's.

export function issuerOff(issuer: string): HttpError {
  return new HttpError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
}

/** An ID token that isn't believed is refused in OAuth's own shape. */
export function badIdToken(description: string, error = 'invalid request'): HttpError {
  return new HttpError(400, 'validation_failed', description, {
    body: { error, error_description: description },
  })
}

/** @param error the provider's own word, where it has refused. */
export function badOauthCallback(description: string, error?: string): HttpError {
  return new HttpError(400, 'bad_oauth_callback', description, error === undefined ? {} : { body: { error } })
}

export function badOauthState(why: string): HttpError {
  return new HttpError(400, 'bad_oauth_state', `OAuth state ${why}`)
}

export function codeNotExchanged(): HttpError {
  return new HttpError(500, 'unexpected_failure', 'Unable to exchange external code')
}

export function providerGaveNoEmail(): HttpError {
  return new HttpError(500, 'unexpected_failure', 'Error getting user email from external provider')
}

export function providerEmailUnproved(provider: string): HttpError {
  const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`
  return new HttpError(422, 'provider_email_needs_verification', message)
}

export function samlOff(): HttpError {
  return new HttpError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

export function companyNotFound(message = 'No such SSO provider'): HttpError {
  return new HttpError(404, 'sso_provider_not_found', message)
}

export function companyOff(): HttpError {
  return new HttpError(404, 'sso_provider_disabled', 'SSO provider is disabled')
}

export function relayStateExpired(): HttpError {
  const message = 'SAML RelayState has expired. Try logging in again?'
  return new HttpError(422, 'saml_relay_state_expired', message)
}

export function relayStateNotFound(): HttpError {
  const message = 'SAML RelayState does not exist, try logging in again?'
  return new HttpError(404, 'saml_relay_state_not_found', message)
}

export function assertionOfAnother(): HttpError {
  return new HttpError(400, 'saml_entity_id_mismatch', 'SAML Assertion is not from the expected provider')
}

export function assertionWithoutEmail(): HttpError {
  return new HttpError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address')
}
