import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from './main.ts'
import { loadConfig } from './settings/config.ts'
import { CLI, compilePrograms, failure, MAIN, type Programs, stop } from './testing/programs.ts'

// These tests start the compiled programs, as an administrator does.
const PASSWORD = 'siesta-larga-y-buena'

let programs: Programs

beforeAll(async () => {
  programs = await compilePrograms()
})
afterAll(() => programs.remove())

describe('the process', () => {
  it('prints its address when it is ready, and ends cleanly when told to', async () => {
    const server = await programs.start()
    expect(server.line).toContain(`http://127.0.0.1:${programs.port}`)
    const health = await fetch(`http://127.0.0.1:${programs.port}/health`)
    expect([health.status, await health.json()]).toEqual([200, { ready: true }])
    expect(await stop(server)).toEqual([0, null])
    await expect(fetch(`http://127.0.0.1:${programs.port}/health`)).rejects.toThrow()
  })

  it('says first that callers have to be led elsewhere, and serves them meanwhile', async () => {
    const server = await programs.start({ DRAIN_SECONDS: '2' })
    const ask = (path: string) => fetch(`http://127.0.0.1:${programs.port}${path}`)
    expect(await (await ask('/ready')).json()).toEqual({ ready: true })
    const ended = stop(server)
    await expect.poll(async () => (await ask('/ready')).status).toBe(503)
    expect(await (await ask('/ready')).json()).toEqual({ ready: false, reason: 'stopping' })
    expect([(await ask('/alive')).status, (await ask('/health')).status]).toEqual([200, 200])
    expect(await ended).toEqual([0, null])
  })

  it('whose port of metrics is taken ends and says so', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // listens on a port, not on a pipe
    const { code, stderr } = await failure(programs.start({ METRICS_PORT: String(port) }))
    other.close()
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`El puerto ${port} de 127.0.0.1 está ocupado`),
    ])
    expect(stderr).toContain('METRICS_PORT')
  })

  // A terminal sends Ctrl-C to every process, and npm passes it on again, so a signal can arrive more than once.
  it.each<NodeJS.Signals[][]>([[['SIGINT']], [['SIGINT', 'SIGINT', 'SIGTERM']], [['SIGHUP', 'SIGHUP']]])(
    'finishes a request that is under way before it ends by %j',
    async (signals) => {
      const server = await programs.start()
      const { anon_key: apikey } = JSON.parse((await programs.admin('keys')).stdout)
      const pending = request(`http://127.0.0.1:${programs.port}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey, Expect: '100-continue' },
      })
      pending.flushHeaders()
      // At this point the server has begun to read the request and waits for the rest of its body.
      await once(pending, 'continue')
      const ended = once(server.child, 'exit')
      for (const signal of signals) {
        server.child.kill(signal)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      pending.end(JSON.stringify({ email: 'nobody@example.com', password: 'x' }))
      const [answer] = await once(pending, 'response')
      expect(answer.statusCode).toBe(400)
      expect(await ended).toEqual([0, null])
      expect(existsSync(join(programs.dataDir, 'database/postmaster.pid'))).toBe(false)
    },
  )

  it('finishes a request that is under way before it ends by an error that nobody caught', async () => {
    const fault = `data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error)('boom'))})`
    const server = await programs.start({ NODE_OPTIONS: `--import=${fault}` })
    const { anon_key: apikey } = JSON.parse((await programs.admin('keys')).stdout)
    const pending = request(`http://127.0.0.1:${programs.port}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, Expect: '100-continue' },
    })
    pending.flushHeaders()
    await once(pending, 'continue')
    const ended = once(server.child, 'exit')
    server.child.kill('SIGUSR2')
    await server.said('boom')
    pending.end(JSON.stringify({ email: 'nobody@example.com', password: 'x' }))
    const [answer] = await once(pending, 'response')
    expect(answer.statusCode).toBe(400)
    expect(await ended).toEqual([1, null])
    expect(existsSync(join(programs.dataDir, 'database/postmaster.pid'))).toBe(false)
  })

  it('ends when it is told to while it is still starting', async () => {
    const child = spawn('node', [MAIN], { env: programs.env, stdio: ['ignore', 'pipe', 'pipe'] })
    await new Promise((resolve) => setTimeout(resolve, 250))
    child.kill('SIGTERM')
    const [code, signal] = await once(child, 'exit')
    expect([0, null]).toContain(code)
    expect(['SIGTERM', null]).toContain(signal)
    await stop(await programs.start())
  })

  it('ends and says why when the port is taken', async () => {
    const other = createServer().listen(programs.port, '127.0.0.1')
    await once(other, 'listening')
    const { code, stderr } = await failure(programs.start())
    other.close()
    expect(code).toBe(1)
    expect(stderr).toContain(`El puerto ${programs.port} de 127.0.0.1 está ocupado`)
  })

  it.each([
    [{ FIXED_NOW: 'mañana' }, 'FIXED_NOW=mañana no vale'],
    [{ HOST: '192.0.2.1' }, 'HOST=192.0.2.1 no es una dirección de esta máquina'],
    [{ PORT: 'x' }, 'PORT=x no vale'],
  ])('ends and says what is wrong with %j', async (setting, message) => {
    const { code, stderr } = await failure(programs.start(setting))
    expect([code, stderr.includes(message)]).toEqual([1, true])
    expect(stderr).not.toContain('    at ')
  })
})

describe('a process that may open few files', () => {
  it('keeps some for itself, and says that it turns others away', async () => {
    const server = await programs.start({}, ['sh', '-c', `ulimit -n 300; exec node ${MAIN}`])
    const { anon_key: apikey } = JSON.parse((await programs.admin('keys')).stdout)
    const sockets = Array.from({ length: 400 }, () => connect(programs.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined)
    await server.said('conexiones abiertas y se rechazan las nuevas')
    // Those that were let in reach the database.
    const answers = await Promise.all(sockets.slice(0, 20).map((socket) => statusOn(socket, apikey)))
    for (const socket of sockets) socket.destroy()
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']))
    expect(await stop(server)).toEqual([0, null])
  })
})

describe('a disk with little room left', () => {
  it('takes a family’s records one by one, and no flood; the log says why', async () => {
    // No disk has as much room as this operator wants to keep.
    const server = await programs.start({ DISK_RESERVE_MB: '100000000' })
    await server.said('disk_nearly_full')
    await programs.admin('create-user', 'llena@example.com', '--password', PASSWORD)
    const { anon_key: apikey } = JSON.parse((await programs.admin('keys')).stdout)
    const send = (path: string, token: string, body: object) =>
      fetch(`http://127.0.0.1:${programs.port}/${path}`, {
        method: 'POST',
        headers: { apikey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const account = { email: 'llena@example.com', password: PASSWORD }
    const { access_token: token } = await (
      await send('auth/v1/token?grant_type=password', apikey, account)
    ).json()
    const wakeUp = { date: '2025-08-11', type: 'despertar', time: '07:00' }
    expect((await send('rest/v1/sleep_records', token, wakeUp)).status).toBe(201)
    const flood = await send('rest/v1/sleep_records', token, Array(1200).fill(wakeUp))
    expect([flood.status, (await flood.json()).code]).toEqual([503, '53100'])
    expect(await stop(server)).toEqual([0, null])
  })
})

/** What is answered to a read on a connection that was there already. */
async function statusOn(socket: Socket, apikey: string): Promise<string> {
  socket.write(`GET /rest/v1/sleep_records HTTP/1.1\r\nHost: x\r\napikey: ${apikey}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  return String(answer).split('\r\n')[0] ?? ''
}

describe('the administrator', () => {
  /** The whole of an account's life, with the server running and without it. */
  async function lifeOfAnAccount(email: string): Promise<void> {
    const created = await programs.admin('create-user', email.toUpperCase())
    const [, password] =
      /^Cuenta creada: [a-z@.-]+\nContraseña: ((?:[a-z]+-){4}[a-z]+)\n/.exec(created.stdout) ?? []
    // The rest of the output is the message to the family.
    expect(created.stdout).toContain(`Email       ${email}\nContraseña  ${password}\n`)
    expect(created.stdout).toContain(`Entra en    http://127.0.0.1:${programs.port}\n`)
    const again = await failure(programs.admin('create-user', email, '--password', PASSWORD))
    expect([again.code, again.stderr]).toEqual([1, 'Ya hay una cuenta con ese email.\n'])
    expect((await programs.admin('reset-password', email, '--password', PASSWORD)).stdout).toBe(
      `Contraseña cambiada: ${email}\n`,
    )
    expect((await programs.admin('disable-user', email)).stdout).toBe(`Cuenta desactivada: ${email}\n`)
    expect((await programs.admin('list-users')).stdout).toMatch(new RegExp(`^${email} .* desactivada$`, 'm'))
    expect((await programs.admin('enable-user', email)).stdout).toBe(`Cuenta activada: ${email}\n`)
    expect((await programs.admin('list-users')).stdout).toMatch(new RegExp(`^${email} .* activa$`, 'm'))
    const hasty = await failure(programs.admin('delete-user', email))
    expect([hasty.code, hasty.stderr]).toEqual([
      2,
      'Borrar una cuenta no se puede deshacer: confirma con --yes.\n',
    ])
    expect((await programs.admin('delete-user', email, '--yes')).stdout).toContain(email)
    const gone = await failure(programs.admin('disable-user', email))
    expect([gone.code, gone.stderr]).toEqual([1, `No hay ninguna cuenta con el email ${email}.\n`])
  }

  it('works without the server', () => lifeOfAnAccount('fuera@example.com'))

  it('works beside the running server', async () => {
    const server = await programs.start()
    await lifeOfAnAccount('dentro@example.com')
    expect((await fetch(`http://127.0.0.1:${programs.port}/health`)).status).toBe(200)
    await stop(server)
  })

  it('works on another project with its secret key', async () => {
    const server = await programs.start()
    const { service_key: key, url } = JSON.parse((await programs.admin('keys')).stdout)
    const elsewhere = { SUPABASE_URL: `${url}/`, DATA_DIR: join(programs.dataDir, 'unused') }
    const created = await programs.adminWith(
      { ...elsewhere, SUPABASE_SERVICE_KEY: key },
      'create-user',
      'lejos@example.com',
    )
    expect(created.stdout).toContain('Cuenta creada: lejos@example.com')
    expect((await programs.admin('list-users')).stdout).toContain('lejos@example.com')
    expect(existsSync(join(programs.dataDir, 'unused'))).toBe(false)
    await stop(server)
  })

  it('invites, and prints the mail when there is no mail server', async () => {
    const printed = await programs.admin('invite', 'sin-correo@example.com')
    expect(printed.stdout).toContain('Envíaselo tú:')
    const taken = await failure(programs.admin('create-user', 'sin-correo@example.com'))
    expect([taken.code, taken.stderr]).toEqual([1, 'Ya hay una cuenta con ese email.\n'])
  })

  it('backs everything up while the server runs, and restores it to an empty database', async () => {
    const server = await programs.start()
    await programs.admin('create-user', 'copia@example.com', '--password', PASSWORD)
    const file = join(programs.dataDir, 'backup')
    const copied = await programs.admin('backup', file)
    await stop(server)
    expect(copied.stdout).toMatch(/^Copia hecha: \S+ \(\d+ filas\)\.\nGuarda también \S+secrets\.json/)
    expect(copied.stderr).toMatch(/^auth\.users: \d+$/m)
    const elsewhere = { DATA_DIR: join(programs.dataDir, 'restored'), INIT_CWD: programs.dataDir }
    const restored = await programs.adminWith(elsewhere, 'restore', 'backup')
    expect(restored.stdout).toMatch(/^Copia del \d+ de [a-z]+ de \d{4} restaurada: \d+ filas\.\n$/)
    expect((await programs.adminWith(elsewhere, 'list-users')).stdout).toContain('copia@example.com')
    expect((await programs.adminWith(elsewhere, 'note-restore')).stdout).toMatch(/^Apuntado: /)
    const twice = await failure(programs.adminWith(elsewhere, 'restore', file))
    expect([twice.code, twice.stderr.split('\n').at(-2)]).toEqual([
      1,
      'La base de datos no está vacía: una copia solo se restaura en una nueva. No se ha restaurado nada.',
    ])
  })

  it('shuts a disabled account out of everything, and ends the sessions of one whose password it resets', async () => {
    const server = await programs.start()
    const { anon_key: apikey, url } = JSON.parse((await programs.admin('keys')).stdout)
    expect(url).toBe(`http://127.0.0.1:${programs.port}`)
    const ask = (
      path: string,
      init: { method?: string; body?: string; headers?: Record<string, string> } = {},
    ) => fetch(`${url}/auth/v1/${path}`, { ...init, headers: { apikey, ...init.headers } })
    const signIn = async (password: string) => {
      const body = JSON.stringify({ email: 'lea@example.com', password })
      return (await ask('token?grant_type=password', { method: 'POST', body })).json()
    }
    await programs.admin('create-user', 'lea@example.com', '--password', PASSWORD)
    const session = await signIn(PASSWORD)
    const headers = { Authorization: `Bearer ${session.access_token}` }
    await programs.admin('disable-user', 'lea@example.com')
    expect(await signIn(PASSWORD)).toMatchObject({ error_code: 'user_banned' })
    expect((await ask('user', { headers })).status).toBe(403)
    await programs.admin('enable-user', 'lea@example.com')
    expect((await ask('user', { headers })).status).toBe(200)
    await programs.admin('reset-password', 'lea@example.com', '--password', 'otra-siesta-larga')
    expect(await (await ask('user', { headers })).json()).toMatchObject({ error_code: 'session_not_found' })
    expect(await signIn('otra-siesta-larga')).toHaveProperty('access_token')
    await stop(server)
  })

  it.each([
    [['nonsense'], 2, 'No existe la orden «nonsense»'],
    [['create-user'], 2, '«create-user» espera un email'],
    [['list-users', 'x'], 2, '«list-users» espera solo la orden'],
    [['create-user', 'a@b.co', '--nonsense'], 2, 'No entiendo'],
    [['invite', 'a@b.co', '--trial', 'x'], 2, '--trial=x no vale'],
    [['invite', 'a@b.co', '--trial', '0'], 2, '--trial=0 no vale'],
    [['extend', 'a@b.co'], 2, '«extend» espera --trial DÍAS o --full'],
    [['staff', 'a@b.co'], 2, '--role= no vale: es consultant, admin o none.'],
    [['staff', 'a@b.co', '--role', 'jefa', '--name', 'Eva'], 2, '--role=jefa no vale'],
    [['staff', 'a@b.co', '--role', 'admin', '--name', '  '], 2, 'Falta --name'],
    [['staff', 'a@b.co', '--role', 'admin', '--name', 'x'.repeat(41)], 2, '40 letras como mucho'],
    [['staff', 'a@b.co', '--role', 'none', '--name', 'Eva'], 2, 'Con --role none no hace falta --name'],
    [['disable-user', 'a@b.co', '--role', 'none'], 2, '«disable-user» no conoce --role'],
    [['backup'], 2, '«backup» espera un fichero'],
    [['backup', 'x', '--keep', '0'], 2, '--keep=0 no vale'],
    [['backup', 'x', '--keep', '7', '--force'], 2, '--keep=7 no vale'],
    [['restore', 'x', '--keep', '7'], 2, '--keep=7 no vale'],
    [['restore', 'no-such-file'], 1, 'No existe'],
    [['keys', 'x'], 2, '«keys» espera solo la orden'],
    [['note-restore', 'x'], 2, '«note-restore» espera solo la orden'],
    [['create-user', 'not an address'], 1, 'Ese email no vale.'],
    [['create-user', 'a@b.co', '--password', 'corta'], 1, 'La contraseña es demasiado corta.'],
    [['create-user', 'a@b.co', '--password', 'x'.repeat(73)], 1, 'La contraseña es demasiado larga'],
  ])('says what is wrong with %j', async (args, code, message) => {
    const refused = await failure(programs.admin(...args))
    expect([refused.code, refused.stderr.includes(message)]).toEqual([code, true])
  })

  it('reads a password from stdin, where nobody else on the machine sees it', async () => {
    const typed = (line: string, ...args: string[]) => {
      const command = promisify(execFile)('node', [CLI, ...args, '--password', '-'], { env: programs.env })
      command.child.stdin?.end(line)
      return command
    }
    const email = 'callada@example.com'
    expect((await typed(`${PASSWORD}\n`, 'create-user', email)).stdout).not.toContain(PASSWORD)
    const refused = await failure(typed('corta\n', 'reset-password', email))
    expect(refused.stderr).toContain('La contraseña es demasiado corta.')
    const nothing = await failure(typed('', 'reset-password', email))
    expect(nothing.stderr).toContain('La contraseña es demasiado corta.')
    expect((await typed('otra-siesta-larga', 'reset-password', email)).stdout).toContain(email)
  })

  it('shows its help without a command, and when asked for it', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect((await programs.admin(...args)).stdout).toContain('create-user EMAIL')
  })
})

describe('with the accounts in another project, the server', () => {
  it('serves files and nothing else', async () => {
    const hosted = { SUPABASE_URL: 'https://project.example', SUPABASE_ANON_KEY: 'their key' }
    const server = await startServer(
      loadConfig({ ...hosted, PORT: '0', DATA_DIR: join(programs.dataDir, 'unused') }),
    )
    expect(server.db).toBeNull()
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect((await fetch(`${server.url}/auth/v1/health`)).status).toBe(404)
    expect((await fetch(`${server.url}/rest/v1/baby_info`)).status).toBe(404)
    await server.stop()
    const refused = await failure(
      promisify(execFile)('node', [CLI, 'list-users'], { env: { ...programs.env, ...hosted } }),
    )
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'Las cuentas están en https://project.example: pon en SUPABASE_SERVICE_KEY su clave secreta (service_role) para administrarlas.\n',
    ])
  })
})
