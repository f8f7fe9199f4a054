import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { RememberingRouter } from './remembering-router.ts'

function app() {
  return new Hono({ router: new RememberingRouter() })
    .use('/tables/*', async (c, next) => {
      await next()
      c.header('Seen', 'yes')
    })
    .get('/tables/:name', (c) => c.text(`table ${c.req.param('name')}`))
    .get('/tables/own', (c) => c.text('beside a parameter'))
    .all('/tables/own', (c) => c.text('method', 405))
}

const asked = async (of: ReturnType<typeof app>, path: string, method = 'GET') => {
  const answer = await of.request(path, { method })
  return [answer.status, answer.headers.get('Seen'), await answer.text()]
}

describe('a router that remembers', () => {
  it('answers a path that was asked for before as the first time', async () => {
    const own = app()
    for (let time = 0; time < 3; time += 1) {
      expect(await asked(own, '/tables/naps')).toEqual([200, 'yes', 'table naps'])
      expect(await asked(own, '/tables/nights?limit=1')).toEqual([200, 'yes', 'table nights'])
      expect(await asked(own, '/tables/own', 'PUT')).toEqual([405, 'yes', 'method'])
      expect(await asked(own, `/tables/${'n'.repeat(100)}`)).toEqual([200, 'yes', `table ${'n'.repeat(100)}`])
      expect(await asked(own, '/nowhere')).toEqual([404, null, '404 Not Found'])
    }
  })

  it('finds what it has found without a search', () => {
    const router = new RememberingRouter<string>()
    router.add('GET', '/tables/:name', 'table')
    expect(router.match('GET', '/tables/naps')).toBe(router.match('GET', '/tables/naps'))
    expect(router.match('POST', '/tables/naps')).toEqual([[]])
  })

  it('knows routes that come later', () => {
    const router = new RememberingRouter<string>()
    expect(router.match('GET', '/late')).toEqual([[]])
    router.add('GET', '/late', 'late')
    expect(router.match('GET', '/late')).toEqual([[['late', {}]]])
  })
})
