import type { AuthContext, AuthDeps } from '../auth-deps.ts'

/** GET /sso/saml/metadata: what a company's administrator registers there. */
export function samlMetadata(c: AuthContext, deps: AuthDeps): Response {
  deps.saml.required()
  return c.body(deps.saml.metadata(), 200, {
    'Content-Type': 'application/xml',
    'Cache-Control': 'public, max-age=600',
    ...(c.req.query('download') === 'true'
      ? { 'Content-Disposition': 'attachment; filename="metadata.xml"' }
      : {}),
  })
}
