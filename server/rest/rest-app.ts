import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { drawTableError, HttpError } from '../http/errors.ts'
import { readText } from '../http/request-body.ts'
import type { RequestTrace } from '../log/request-trace.ts'
import { drawPreflight, isPreflight, openToAnyOrigin } from './cors.ts'
import { badBody, INVALID_JSON } from './refusals/refusals.ts'
import { createTableApi, type Incoming, type RestDeps } from './table-api.ts'

const MOUNT = '/rest/v1'

/**
 * Makes the table API (wire 3, table API), to be mounted at /rest/v1. It throws its refusals as HttpError for the app
 * above it to draw.
 */
export function restApp(deps: RestDeps): Hono<{ Bindings: HttpBindings }> {
  const answer = createTableApi(deps)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('*', (c) => {
    const header = (name: string) => c.req.header(name)
    if (isPreflight(c.req.method, header)) return drawPreflight(header('access-control-request-headers'))
    openToAnyOrigin(c.env?.outgoing, header('sec-fetch-site'))
    const { url } = c.req
    const question = url.indexOf('?')
    const incoming: Incoming = {
      method: c.req.method,
      path: below(MOUNT, c.req.path),
      query: question === -1 ? '' : url.slice(question + 1),
      header,
      apikey: header('apikey') ?? c.req.query('apikey'),
      trace: c.get('trace'),
      caller: c.env?.outgoing,
      readBody: () => readText(c.req.raw, c.get('trace')?.sender ?? 'unknown', () => badBody(INVALID_JSON)),
    }
    return answer(incoming).catch((error: unknown) => drawn(error, incoming.trace))
  })
  return app
}

function drawn(error: unknown, trace: RequestTrace | undefined): Response {
  if (trace !== undefined) trace.failure = error
  if (!(error instanceof HttpError)) throw error
  return drawTableError(error)
}

function below(mount: string, path: string): string {
  return path.startsWith(mount) ? path.slice(mount.length) : path
}
