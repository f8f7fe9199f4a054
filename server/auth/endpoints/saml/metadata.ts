import type { AuthContext } from '../../calls/auth-context.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'saml'>

/** GET /sso/saml/metadata: the XML with which a company's administrator registers this server at theirs. */
export async function samlMetadata(c: AuthContext, deps: Deps): Promise<Response> {
  deps.saml.required()
  return c.body(await deps.saml.metadata(), 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=600',
    ...(c.req.query('download') === 'true'
      ? { 'Content-Disposition': 'attachment; filename="metadata.xml"' }
      : {}),
  })
}
