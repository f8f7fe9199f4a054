import type { IncomingMessage, ServerResponse } from 'node:http'
import { printFailure } from '../log/lines.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics`, and nothing else, at the port that is there for it. */
export function metricsPage(
  metrics: Pick<Metrics, 'draw' | 'contentType'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method, url } = request
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    metrics.draw().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        printFailure('metrics_not_drawn', {}, error)
        response.writeHead(500).end()
      },
    )
  }
}
