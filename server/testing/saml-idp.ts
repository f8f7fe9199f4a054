import {
  Constants,
  IdentityProvider,
  type IdentityProviderInstance,
  SamlLib,
  ServiceProvider,
  setSchemaValidator,
} from 'samlify'
import { SAML_CERTIFICATE, SAML_ENTITY_ID, SAML_LOGIN_ADDRESS } from './saml-settings.ts'

// Only the tests trust these keys.
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDIpaZhYLfmff42
e5/OCP5L3KqHIwjtg5tTbGHYz3XutGHpDUqPBkjnOitzhMhZHZWdz4FOz0B12TDW
D9ZBRymeevraY36TarXrfy+4XEgNeYUDZZjQJEPisZ+XoOGXanoB4pvytIerfKyC
KCTKCAQVO4VJMFWbyvx5SoF13iXiKNoOnHOlPqCcvyuqy9AgypzcMgZ7P4BUeQb2
w5btCWbAd5dtfrLXeGy8Ckj4baOk0M9Su9QMldSV0zp+H9k8XZ608EwPnlNLi/qy
u6UDt+x/njWR26O2bgB7AJjEcWhvAr+gJB2CzK1bRPb07uleuB11L/82T/rEDMld
xOU49qn1AgMBAAECggEADJ6umk1VA8BE7vRTlsfmBqt4ZkuD0jyG1nZoqRRTXJIn
3lqhp+FDUJfOB9QALeq4cFaO0YAjk8X3Vl9koHJzYa5mfLnpSihaDNfRDo1vUrmj
7hTDycOeKXH2kbjit31Q8zFnkZpdNiH/T6hqt/JNH3DA71uE5umbe51+CwXP6CuA
5xYUSZE+7ep44CrPHywoavNgQDMfIVYxzPzQ28EpRmJc1ekR34lSKbxjmI3FoHHG
lqcG8h5ITgz4lfZMJSCJ6zyqIcQy0tT15iaft4Ba87uemC2X04nbc8UbAxHefDPV
Jdece9mvcQVq0Hlysxg/q3Jkn9eqR8DpMR8XesiSwQKBgQD+wP29My579TaCk0Ok
kWWep+3o8sauxD9s8yRgc8/cx+/H67TRd3JKJPZHF5h5bTMAVO+1GfkTWO14YBCG
S9GKDoO2TvzhTGYUwGsh765pZ6MGHVcnXWJOJlnA8jbvxB2kPTCCWYDaNwkbbD/f
qxaLSbW8uTIX6VhFTceHQ4XqbQKBgQDJoOep7BFavQ9BtUzXWImpLLO0+Su5j+Tx
YrrMHO8yTkJM8ZW5lvm7jZqR57QdCZIxVyEbRkEvRMSN4/+K3t3fAS/CsLYHHFnl
wNiIKcULGY95P9cWDSwN5dIFJcSfSvvgx2Q+59OB/M4wYIwPwRx+MNCVEyV0ly8t
m/VhUfmIqQKBgBR0Tms4hszxHVVSmaXG/s/ET/faNlWl8CnBQ/RymAf0Da6RoE0J
OCX33cZLgLSPLf8i0rRJx5PkGf0GSY1e3Q4mqDClGuzEA5Y69N8erXRNG+vLw0mn
19LKhX5WdE7AAllDiHeO1CexL4wCHwbIZ+D7JBppDDqbQ7kcy55yr3fpAoGAOBhM
+2hS97SrnvNKuorGWcu2/31nHcwbvNBj+c9++LbvGSsJJcYMGpLt0vPslzuHcbS0
4DquffEa4gLxoHgasCVLXVX+foHzvMjnNRKx4EGvOeN5+oeVnxQ2VvpH9q1M4B95
E0s5++sSjkD+Fo/6Vl1MWn0mKYa6OG0wWnANBWkCgYAVpJDOsUrC9vSxac7ZKb4V
E8EMveS3DMmUP9LM1ZHZGL78meuFJs+CPvwmd7C9HkJ+Dv8xuuLLRvT3hsButj5h
hMGFb+nfFd349lhz+lVVr+Y8hBsA3l4E2Ulh1yMt6/je4ieAkzesUcpHd1YhRrGP
PO8pHbdPryrym0HnxrEehw==
-----END PRIVATE KEY-----`
const FOREIGN_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUQUHn8HJaqkiMeYzNO/5/yEN/t5wwDQYJKoZIhvcNAQEL
BQAwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcNMjYxMTIxMDQxNjI1WhgPMjEy
NjEwMjgwNDE2MjVaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEAolZX8duMx0PvW8pBaS9Gb3KN8QrmtTsGwjhq
cZnxwmnQTeNzGCi8o/sOApNCVddxjK6WyBSkgstWHhE06i/+9hXPAsB092ZuP45c
zQ7Ootz+VJv/onGFRyKmaYQNHAB8xYWSZEIvmU+mUUY0cc4P8Ci0DYfReyi1mV76
4yO+uKvy69U2AAFxpJnBBdCNmzqg6ZkihDd+PY+romTs1oo9wRtv/7sFq+ZuLhH4
njl7gRZdNEcCkJJ61eI4NB6l78mPhgO2ULfy9+Wz3HqpiIpqhFn4RDZH5gZ3Pnnp
7rtWRp6FCTmp9D6qb+ycPMosViCBS7jeJn7mjDB1tc/figWsJQIDAQABo1MwUTAd
BgNVHQ4EFgQUqTSNGVpJwCHopGirCwuEBnj/BVQwHwYDVR0jBBgwFoAUqTSNGVpJ
wCHopGirCwuEBnj/BVQwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEAbsbdl2QN3EWCWoczUgWUndQ66O7D1KPsPelO8cBn70vKR52q2U+W94/OzncB
4ObZs5UACdqj3jt16/2TiKdIpto+GYe7kL3P6kTaWMsclMbw+GflWTnQHGKU039n
+6coNTGw/9Y1hY1W0XvMZI4uGAhj7l3NCtxoIGggx3HRWLoLcXyyU8KAuwHflaxa
hd6D1riiyIrWVDlNYmK/AGp2JcJVXYGpIHZCJhku8CHn2qcyBoaon6+QJEHc/tsn
aCqNnrUDRwbtvFPtX9ATNfevLNkDV3xX7scO0XPJRyBtW4d+97r0CwU5fcEdB8ru
9XJ56TguFdyPU2wnwjI3eYIXIA==
-----END CERTIFICATE-----`
const FOREIGN_PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCiVlfx24zHQ+9b
ykFpL0Zvco3xCua1OwbCOGpxmfHCadBN43MYKLyj+w4Ck0JV13GMrpbIFKSCy1Ye
ETTqL/72Fc8CwHT3Zm4/jlzNDs6i3P5Um/+icYVHIqZphA0cAHzFhZJkQi+ZT6ZR
RjRxzg/wKLQNh9F7KLWZXvrjI764q/Lr1TYAAXGkmcEF0I2bOqDpmSKEN349j6ui
ZOzWij3BG2//uwWr5m4uEfieOXuBFl00RwKQknrV4jg0HqXvyY+GA7ZQt/L35bPc
eqmIimqEWfhENkfmBnc+eenuu1ZGnoUJOan0Pqpv7Jw8yixWIIFLuN4mfuaMMHW1
z9+KBawlAgMBAAECggEAEf7iVuRQsdI9GX7NS3y7ISWgyIS92H9Hm4YnfppjK3sR
ZWD+ZEI3zzHIds6ePufYJZFBE8L+DaW+0Sx1IjTZ3avDO/nbvYU0WYVNkkm+7Fz1
MKnuZ7KP5LfZnL7PuTfwnPDWrpiLsEIdHMtcivUd3TCV7R4OQcncf7kAtOdEgDIa
UQgACdxYcpKmaR48VhcuUoQpdSDcX6viDWByj9x5JXen652dgIhhTiNVy+DPvtm1
ZSD9IdmtnY1ugE5jNovpC8l20q31wtekk4vTRraRakko/nWbGgGPg/54U6wD2mpl
smt/dn3OW99JgaBR6W4g4vRgFPOalFQAQc+fK4eM7QKBgQDQqMAfufTRnw0imsco
qdYxOAuZmziItQ4GqpEPCtO18v0OfeKbIHDHIcuXvAvglHw2jkBUl1XNuj0vPz8I
fsmIW4lmIL9FfYztdQFvJjrfcuM6WnNfK7zP7QPZH5O54FZE2qeo1wSzhjBCALv7
kehAM37hV5dRo7mxc6hxI+2KQwKBgQDHKyUeGesjftVHbM+fxyje19bCVkGKSXUl
FQ6b/x+JrMF7OJFflKkj4D2kUgkcyT41NROaPwyPiSAwHVR6sxnoGOBW4J/UGujY
nYN9CMcidBK6Zx1zFWNt047ulrE62N2VQGTDe/htmqPiZSX99oCM4y9YM973C/Z7
UtNa+kcNdwKBgBXY9XTc9aNVMfzjk+LQFZtFsQE+XWcC/hr4lQOsMIqmjJSN3cI8
XVKcWULj76JuKatUrautxNArpehiiOkMzXE3lGVbHGvcP3tFewb2S8fFscEUY2wd
mkFzIaoEQmV99cpz0oY9LULW1Aq1JPmsR1MhkTFrCG8F45WO9J4UEvUdAoGATZSI
yMjfxtvIyCGiXmJ9kRASH3Dp5qvmbaNeJXWjG0WnuA+40LpfiBH48ODjm8rn6GHc
WODmS6LmXteN6J2LIdVOzYiBuWUh/f6dET8yEkGUafdwiTtzl3wo2NbqAjonVdPX
bC4F/uuVmsI7okk6maaE8p6B40lNoYwJuA51TtECgYAI2ZmsJp4r+KvElZUfH1IN
0vxQvrq4UDT1DnLMkSNcmtE0cX7/tpmBg1qE7jvYC0jLiLGMVo9h3uHqA1M3ngku
h0Q8+IcwIqg1htr2+l+5oLN0LfRMhHtr5vQyisefQMgODdDjP706oHvwNrmdqbHl
MKuZqtm71iPTNgaLXohdBA==
-----END PRIVATE KEY-----`

// The library demands a validator of XML schemas, which would need a Java process. It checks signatures itself.
setSchemaValidator({ validate: () => Promise.resolve('not checked') })

/** What the company's answer says. Each field can be made wrong. */
export interface Assertion {
  nameId: string
  nameIdFormat?: string
  email?: string
  name?: string
  issuer?: string
  audience?: string
  recipient?: string
  destination?: string
  inResponseTo?: string
  notBefore?: Date
  notOnOrAfter?: Date
  /** True when somebody else's key signs the answer. */
  foreignKey?: boolean
  /** True when the answer is signed as servers of long ago do. */
  sha1?: boolean
}

/**
 * Plays a company's identity provider: reads a sign-in request with its own library and answers with a signed
 * assertion.
 */
export async function answerAsCompany(
  metadata: string,
  loginAddress: string,
  { foreignKey = false, sha1 = false, ...assertion }: Assertion,
): Promise<{ SAMLResponse: string; RelayState: string }> {
  const company = identityProvider(foreignKey, sha1)
  const sp = ServiceProvider({ metadata })
  const url = new URL(loginAddress)
  if (url.origin + url.pathname !== SAML_LOGIN_ADDRESS) throw new Error(`not ours: ${loginAddress}`)
  const request = await company.parseLoginRequest(sp, 'redirect', {
    query: Object.fromEntries(url.searchParams),
  })
  const requestId = String(request.extract.request?.id)
  const acs = String(sp.entityMeta.getAssertionConsumerService('post'))
  const answer = await company.createLoginResponse(
    sp,
    { extract: request.extract },
    'post',
    {},
    {
      customTagReplacement: (template) => ({
        id: 'unused',
        context: SamlLib.replaceTagsByValue(
          template,
          tags(assertion, requestId, acs, sp.entityMeta.getEntityID()),
        ),
      }),
    },
  )
  return { SAMLResponse: String(answer.context), RelayState: url.searchParams.get('RelayState') ?? '' }
}

function identityProvider(foreignKey: boolean, sha1: boolean): IdentityProviderInstance {
  return IdentityProvider({
    entityID: SAML_ENTITY_ID,
    privateKey: foreignKey ? FOREIGN_PRIVATE_KEY : PRIVATE_KEY,
    signingCert: foreignKey ? FOREIGN_CERTIFICATE : SAML_CERTIFICATE,
    wantAuthnRequestsSigned: false,
    requestSignatureAlgorithm: sha1
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: SAML_LOGIN_ADDRESS }],
    loginResponseTemplate: {
      context: SamlLib.defaultLoginResponseTemplate.context,
      attributes: ['email', 'displayName'].map((name) => ({
        name,
        valueTag: name,
        nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
        valueXsiType: 'xs:string',
      })),
    },
  })
}

function tags(said: Assertion, requestId: string, acs: string, audience: string) {
  const now = Date.now()
  const until = (said.notOnOrAfter ?? new Date(now + 300_000)).toISOString()
  return {
    ID: '_answer',
    AssertionID: `_assertion-${requestId}`,
    Issuer: said.issuer ?? SAML_ENTITY_ID,
    IssueInstant: new Date(now).toISOString(),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    Destination: said.destination ?? acs,
    SubjectRecipient: said.recipient ?? acs,
    Audience: said.audience ?? audience,
    InResponseTo: said.inResponseTo ?? requestId,
    NameIDFormat: said.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    NameID: said.nameId,
    ConditionsNotBefore: (said.notBefore ?? new Date(now)).toISOString(),
    ConditionsNotOnOrAfter: until,
    SubjectConfirmationDataNotOnOrAfter: until,
    AuthnStatement: '',
    attrEmail: said.email ?? '',
    attrDisplayName: said.name ?? '',
  }
}
