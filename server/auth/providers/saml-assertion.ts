import type { Profile } from '@node-saml/node-saml'
import * as v from 'valibot'
import type { SamlProvider } from '../../settings/provider-settings.ts'
import { invalid } from '../calls/refusals.ts'
import { type ExternalPerson, keptText } from './external-identity.ts'
import { assertionOfAnother, assertionWithoutEmail } from './refusals.ts'
import { requestId } from './saml-providers.ts'

/** The attributes in which companies' servers write the address; the first one that has text counts. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'Email',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const NAME_ATTRIBUTES = ['name', 'displayName', 'http://schemas.microsoft.com/identity/claims/displayname']
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** The part of the signed assertion that the SAML library doesn't check for its caller. */
const confirmationsSchema = v.object({
  Assertion: v.object({
    Subject: v.array(
      v.object({
        SubjectConfirmation: v.array(
          v.object({
            $: v.object({ Method: v.string() }),
            SubjectConfirmationData: v.array(
              v.object({
                $: v.object({ Recipient: v.string(), InResponseTo: v.string(), NotOnOrAfter: v.string() }),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
})

/**
 * The person whom a validated answer names. Throws 400 when another provider made it, when it is not for this request,
 * or when it names no address.
 */
export function assertedPerson(
  provider: SamlProvider,
  profile: Profile,
  flowId: string,
  acsAddress: string,
): ExternalPerson {
  if (profile.issuer !== provider.entityId) {
    throw assertionOfAnother()
  }
  if (!isForThisRequest(profile, flowId, acsAddress)) {
    throw invalid('SAML Assertion is not valid')
  }
  const email = emailIn(profile)
  if (email === '') {
    throw assertionWithoutEmail()
  }
  // A transient name is a different one at each sign-in, so the address identifies the person instead.
  const stable = typeof profile.nameID === 'string' && profile.nameIDFormat !== TRANSIENT
  const subject = keptText(stable ? profile.nameID : email.toLowerCase())
  const name = firstText(profile, NAME_ATTRIBUTES)
  return {
    provider: `sso:${provider.id}`,
    subject,
    email,
    emailVerified: true,
    isSso: true,
    metadata: {
      iss: provider.entityId,
      ...(name === '' ? {} : { name, full_name: name }),
      provider_id: subject,
    },
  }
}

/**
 * Whether the signed assertion is meant for this server and answers this very request. The answer around it may name a
 * destination, which then has to be this server too.
 */
function isForThisRequest(profile: Profile, flowId: string, acsAddress: string): boolean {
  const parsed = v.safeParse(confirmationsSchema, profile.getAssertion?.())
  if (!parsed.success) return false
  const confirmed = parsed.output.Assertion.Subject.flatMap(
    ({ SubjectConfirmation }) => SubjectConfirmation,
  ).some(
    (confirmation) =>
      confirmation.$.Method === BEARER &&
      confirmation.SubjectConfirmationData.some(
        ({ $ }) => $.Recipient === acsAddress && $.InResponseTo === requestId(flowId),
      ),
  )
  const [, destination] =
    /<(?:[\w.-]+:)?Response\b[^>]*?\sDestination="([^"]*)"/.exec(profile.getSamlResponseXml?.() ?? '') ?? []
  return confirmed && (destination === undefined || destination === acsAddress)
}

function emailIn(profile: Profile): string {
  const stated = firstText(profile, EMAIL_ATTRIBUTES)
  if (stated !== '') return stated
  return /^[^@\s]+@[^@\s]+$/.test(profile.nameID ?? '') ? profile.nameID : ''
}

function firstText(profile: Profile, names: readonly string[]): string {
  const texts = names.flatMap((name) => profile[name]).filter((value) => typeof value === 'string')
  return keptText((texts.find((text) => text.trim() !== '') ?? '').trim())
}
