import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort, ROOT } from '../run.mjs'
import { mount, unmount } from './root.mjs'

/*
 * What the image of deploy/docker holds, in a folder of a machine without Docker: what its commands make there and it
 * copies, and in place of the distroless base Node with the libraries that it is linked to, and those of C. Nothing
 * else is there, so that a program that the server needs and the image lacks is missed here, too.
 */

/** Debian's Node keeps some of its own parts apart. */
const TAKE_NODE = `node=$(command -v node)
for file in "$node" $(ldd "$node" | grep -o '/[^ ]*') $(dpkg -L libc6 | grep '[.]so[.0-9]*$'); do
  mkdir -p "$0$(dirname "$file")" && cp -L "$file" "$0$file"
done
mkdir -p "$0/usr/share" && cp -R /usr/share/nodejs "$0/usr/share/"`

/**
 * Starts the server in the image's folder, makes an account and tries a copy out, and resolves to what came of it.
 * @param {string} root The machine's, where Debian and its Node are.
 * @param {string} version
 * @param {ReturnType<typeof import('./machine.mjs').typeAt>} typing
 */
export async function serveAsImage(root, version, { run, serve, call }) {
  const { uid, set, program } = await fillImage(root, version, run)
  const image = join(root, 'image')
  const env = `${set} HOST=127.0.0.1 PORT=${await freePort()}`
  const inImage = (/** @type {string} */ line) =>
    `exec chroot --userspec=${uid}:${uid} /image /bin/busybox env -i ${env} /usr/bin/node ${line}`
  const admin = (/** @type {string} */ command) => run('root', inImage(`/nana/admin.mjs ${command}`))
  mount(image)
  try {
    const server = await serve('root', inImage(program))
    const created = await admin('create-user familia@correo.es')
    const answers = await call(server.url, created, await admin('keys'))
    await admin('backup /data/nana.copia')
    const verified = await admin('verify /data/nana.copia')
    const code = await server.end()
    return { answers, verified, code, uid }
  } finally {
    unmount(image)
  }
}

/**
 * @param {string} root
 * @param {string} version
 * @param {(user: string, line: string, env?: Record<string, string>) => Promise<string>} run
 */
async function fillImage(root, version, run) {
  const dockerfile = readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8').replaceAll('\\\n', '')
  const parts = (/** @type {RegExp} */ pattern) =>
    [...dockerfile.matchAll(pattern)].map((match) => match.slice(1))
  mkdirSync(join(root, 'release'))
  for (const name of [`nana-${version}.tar.gz`, 'SHA256SUMS']) {
    cpSync(join(ROOT, 'release', name), join(root, 'release', name))
  }
  for (const [line = ''] of parts(/^RUN (.*)$/gm)) await run('root', line, { VERSION: version })
  await run('root', 'sh -c "$TAKE_NODE" /image', { TAKE_NODE })
  for (const [from = '', to = ''] of parts(/^COPY --from=\w+ (?:--chown=\S+ )?(\S+) (\S+)$/gm)) {
    await run('root', `mkdir -p "/image${dirname(`${to}.`)}" && cp -aT "${from}" "/image${to}"`)
  }
  const [[uid = ''] = []] = parts(/^USER (\d+):\d+$/gm)
  mkdirSync(join(root, 'image/etc'))
  writeFileSync(
    join(root, 'image/etc/passwd'),
    `nonroot:x:${uid}:${uid}:nonroot:/home/nonroot:/sbin/nologin\n`,
  )
  await run('root', 'install -d -m 1777 /image/tmp')
  return { uid, set: parts(/^ENV (.*)$/gm).join(' '), program: parts(/^CMD \["(.*)"\]$/gm).join(' ') }
}
