import { Hono } from 'hono'
import { drawTableError, HttpError } from '../errors.ts'
import { readText } from '../request-body.ts'
import { CORS_HEADERS, drawPreflight, isPreflight } from './cors.ts'
import { badBody, INVALID_JSON } from './refusals.ts'
import { createTableApi, type Incoming, type RestDeps } from './table-api.ts'

const MOUNT = '/rest/v1'

/** The table API (wire contract 3), to be mounted at /rest/v1. Errors that are not HttpError pass through. */
export function restApp(deps: RestDeps): Hono {
  const answer = createTableApi(deps)
  const app = new Hono()
  app.all('*', (c) => {
    const header = (name: string) => c.req.header(name)
    if (isPreflight(c.req.method, header)) return drawPreflight(header('access-control-request-headers'))
    const { url } = c.req
    const question = url.indexOf('?')
    const incoming: Incoming = {
      method: c.req.method,
      path: below(MOUNT, c.req.path),
      query: question === -1 ? '' : url.slice(question + 1),
      header,
      apikey: header('apikey') ?? c.req.query('apikey'),
      readBody: () => readText(c.req.raw, () => badBody(INVALID_JSON)),
    }
    return answer(incoming).catch(drawn)
  })
  return app
}

function drawn(error: unknown): Response {
  if (!(error instanceof HttpError)) throw error
  const response = drawTableError(error)
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value)
  return response
}

function below(mount: string, path: string): string {
  return path.startsWith(mount) ? path.slice(mount.length) : path
}
