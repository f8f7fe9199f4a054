import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type CacheProvider,
  generateServiceProviderMetadata,
  SAML,
  ValidateInResponseTo,
} from '@node-saml/node-saml'
import { ConfigError } from '../../environment.ts'
import { HttpError } from '../../errors.ts'
import type { SamlProvider } from '../../provider-settings.ts'

/** What this server is to the companies whose people sign in by SAML. */
export interface SamlProviders {
  /** Throws 404 saml_provider_disabled when there is none at all. */
  required(): void
  byId(id: string): SamlProvider | null
  byDomain(domain: string): SamlProvider | null
  /** Where the person is sent; the flow's id is both request and RelayState. */
  loginAddress(provider: SamlProvider, flowId: string): Promise<string>
  /** The library's view of one answer to one request; throws what it finds wrong. */
  validate(
    provider: SamlProvider,
    flowId: string,
    response: string,
  ): ReturnType<SAML['validatePostResponseAsync']>
  metadata(): string
  acsAddress: string
}

const CLOCK_SKEW_MS = 30_000
const REQUEST_LIFE_MS = 5 * 60_000

/** Throws ConfigError for a certificate that can't be read. */
export function createSamlProviders(providers: readonly SamlProvider[], authUrl: string): SamlProviders {
  const issuer = `${authUrl}/sso/saml/metadata`
  const acsAddress = `${authUrl}/sso/saml/acs`
  const certificates = new Map(providers.map((provider) => [provider.id, readCertificates(provider)]))

  const saml = (provider: SamlProvider, flowId: string) =>
    new SAML({
      entryPoint: provider.ssoUrl,
      issuer,
      callbackUrl: acsAddress,
      audience: issuer,
      idpCert: certificates.get(provider.id) ?? [],
      // One of the two has to be signed, and only what is signed is read.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: REQUEST_LIFE_MS,
      generateUniqueId: () => requestId(flowId),
      cacheProvider: onlyRequest(requestId(flowId)),
    })

  return {
    required() {
      if (providers.length > 0) return
      throw new HttpError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    },
    byId: (id) => providers.find((provider) => provider.id === id.toLowerCase()) ?? null,
    byDomain: (domain) => providers.find(({ domains }) => domains.includes(domain.toLowerCase())) ?? null,
    loginAddress: (provider, flowId) => saml(provider, flowId).getAuthorizeUrlAsync(flowId, undefined, {}),
    validate: (provider, flowId, response) =>
      saml(provider, flowId).validatePostResponseAsync({ SAMLResponse: response }),
    metadata: () =>
      generateServiceProviderMetadata({ issuer, callbackUrl: acsAddress, wantAssertionsSigned: true }),
    acsAddress,
  }
}

/** An XML name can't begin with a digit. */
export function requestId(flowId: string): string {
  return `_${flowId}`
}

/** The flow's row is what is kept about a request: it is claimed before an answer is looked at. */
function onlyRequest(id: string): CacheProvider {
  return {
    saveAsync: (key, value) => Promise.resolve({ value: key, createdAt: Date.parse(value) }),
    getAsync: (key) => Promise.resolve(key === id ? new Date().toISOString() : null),
    removeAsync: (key) => Promise.resolve(key),
  }
}

function readCertificates({ name, certificates }: SamlProvider): string[] {
  const pem = certificates.includes('-----BEGIN') ? certificates.replaceAll('\\n', '\n') : readPem()
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const read = found.map((text) => new X509Certificate(text).toString())
    if (read.length > 0) return read
  } catch {
    throw refused('no se puede leer el certificado')
  }
  throw refused('falta un certificado en formato PEM')

  function readPem(): string {
    try {
      return readFileSync(certificates, 'utf8')
    } catch {
      throw refused('no es un certificado PEM ni un archivo que se pueda leer')
    }
  }

  function refused(why: string): ConfigError {
    return new ConfigError(`AUTH_SAML_${name.toUpperCase()}_CERT no vale: ${why}.`)
  }
}
