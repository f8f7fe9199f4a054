import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CacheProvider, SAML } from '@node-saml/node-saml'
import { ConfigError } from '../../settings/environment.ts'
import type { SamlProvider } from '../../settings/provider-settings.ts'
import type { UserRow } from '../accounts/users.ts'
import { samlOff } from './refusals.ts'

/** This server's side of the companies' servers (SAML identity providers) that the settings name. */
export interface SamlProviders {
  /** Throws 404 saml_provider_disabled when the settings name none. */
  required(): void
  byId(id: string): SamlProvider | null
  byDomain(domain: string): SamlProvider | null
  /** Whether it is a company's account, and of none whose door is open: closed, or gone from the settings. */
  isClosedTo(user: Pick<UserRow, 'is_sso_user' | 'identities'>): boolean
  /** The address to which the person is sent; the flow's id names the request and is its RelayState. */
  loginAddress(provider: SamlProvider, flowId: string): Promise<string>
  /** Has the library check signature, times, audience and request of an answer; throws what it finds wrong. */
  validate(
    provider: SamlProvider,
    flowId: string,
    response: string,
  ): ReturnType<SAML['validatePostResponseAsync']>
  metadata(): Promise<string>
  acsAddress: string
}

const CLOCK_SKEW_MS = 30_000
const REQUEST_LIFE_MS = 5 * 60_000

/** It comes with the first who signs in by it: reading it is a seventh of a start, and few servers have a company's. */
function loadLibrary() {
  return import('@node-saml/node-saml')
}

/**
 * @param authUrl the address of /auth/v1, without a slash at its end. Throws ConfigError for an unreadable certificate.
 */
export function createSamlProviders(providers: readonly SamlProvider[], authUrl: string): SamlProviders {
  const issuer = `${authUrl}/sso/saml/metadata`
  const acsAddress = `${authUrl}/sso/saml/acs`
  const certificates = new Map(providers.map((provider) => [provider.id, readCertificates(provider)]))

  const saml = async (provider: SamlProvider, flowId: string) => {
    const library = await loadLibrary()
    return new library.SAML({
      entryPoint: provider.ssoUrl,
      issuer,
      callbackUrl: acsAddress,
      audience: issuer,
      idpCert: certificates.get(provider.id) ?? [],
      // Companies sign either the assertion or the whole answer. The library asks for one, and reads only what is
      // signed.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      validateInResponseTo: library.ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: REQUEST_LIFE_MS,
      generateUniqueId: () => requestId(flowId),
      cacheProvider: onlyRequest(requestId(flowId)),
    })
  }

  return {
    required() {
      if (providers.length > 0) return
      throw samlOff()
    },
    byId: (id) => providers.find((provider) => provider.id === id.toLowerCase()) ?? null,
    byDomain: (domain) => providers.find(({ domains }) => domains.includes(domain.toLowerCase())) ?? null,
    isClosedTo: ({ is_sso_user: isSso, identities }) =>
      isSso &&
      !providers.some(({ id, enabled }) => enabled && identities.some((own) => own.provider === `sso:${id}`)),
    async loginAddress(provider, flowId) {
      return (await saml(provider, flowId)).getAuthorizeUrlAsync(flowId, undefined, {})
    },
    async validate(provider, flowId, response) {
      refuseWeakSignatures(Buffer.from(response, 'base64').toString('utf8'))
      return (await saml(provider, flowId)).validatePostResponseAsync({ SAMLResponse: response })
    },
    async metadata() {
      const { generateServiceProviderMetadata } = await loadLibrary()
      return generateServiceProviderMetadata({ issuer, callbackUrl: acsAddress, wantAssertionsSigned: true })
    },
    acsAddress,
  }
}

/** SHA-1 is left out: two documents with the same SHA-1 can be made, and the library would believe it. */
const STRONG =
  /^<(?:[\w.-]+:)?(?:SignatureMethod|DigestMethod)\s+Algorithm=(["'])http:\/\/www\.w3\.org\/[\w./-]+#(?:rsa-|ecdsa-)?sha(?:256|384|512)\1\s*\/?>$/

/**
 * Refuses an answer that names any other hash, or names one in a way that this reads otherwise than the library: with a
 * document type, or by entities.
 */
function refuseWeakSignatures(xml: string): void {
  const named = xml.match(/<(?:[\w.-]+:)?(?:SignatureMethod|DigestMethod)\b[^>]*>/g) ?? []
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || !named.every((element) => STRONG.test(element))) {
    throw new Error('La firma usa SHA-1 u otro algoritmo que no se admite.')
  }
}

/** The SAML id of a flow's request. It begins with _, because an XML name can't begin with a digit. */
export function requestId(flowId: string): string {
  return `_${flowId}`
}

/**
 * Tells the library that exactly this request is open. Nothing is stored for it: the flow's row stands for the request,
 * and is claimed before an answer is looked at, so that each one counts once.
 */
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
