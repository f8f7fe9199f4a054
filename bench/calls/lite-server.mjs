import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

/*
 * This is the other server of lite.ts. It runs from the folder in which its packages were installed.
 */

const { socket, user, database, connections, schema, apikey } = JSON.parse(process.argv[2] ?? '')
const connection = createPostgresConnection({
  url: `postgres://${user}@localhost/${database}`,
  postgresOptions: { path: socket, max: connections, onnotice: () => undefined },
})
const auth = {
  enabled: true,
  jwt_secret: 'a secret that guards nothing but a bench',
  publishable_key: apikey,
  email: { enable_confirmations: false },
}
const app = new App({ connection, auth })
await app.ensureSystemSchema()
await connection.driver.unsafe(schema)
const fetch = (request, { incoming }) =>
  app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null })
serve({ port: 0, hostname: '127.0.0.1', fetch }, ({ port }) => process.send(port))
// Whoever began it has ended.
process.on('disconnect', () => process.exit())
