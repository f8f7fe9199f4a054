// The table API is compared with this server, which runs the same statements in a transaction, as the driver's users
// would write it, and does nothing else: the difference is what our own code costs.
import { createServer } from 'node:http'
import pg from 'pg'

const { connection, familyId, read, insert } = JSON.parse(process.argv[2])
const pool = new pg.Pool({ ...connection, max: 10, pipeline: true })
const takeRole = {
  name: 'take-role',
  text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)`,
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())

async function answer(request, response) {
  const claims = Buffer.from(request.headers.authorization.split('.')[1], 'base64url').toString()
  if (request.method === 'GET') {
    const own = JSON.parse(claims).sub
    const values = read.values.map((value) => (value === familyId ? own : value))
    const { body } = await run(claims, { name: 'read', text: read.text, values })
    response.setHeader('Content-Type', 'application/json; charset=utf-8').end(body)
  } else {
    let sent = ''
    for await (const piece of request.setEncoding('utf8')) sent += piece
    await run(claims, { name: 'insert', text: insert.text, values: [sent] })
    response.statusCode = 201
    response.end()
  }
}

async function run(claims, statement) {
  const client = await pool.connect()
  try {
    const [, , result] = await Promise.all([
      client.query('begin'),
      client.query({ ...takeRole, values: ['authenticated', claims, '8000'] }),
      client.query(statement),
      client.query('commit'),
    ])
    return result.rows[0]
  } finally {
    client.release()
  }
}
