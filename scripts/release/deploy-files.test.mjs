import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** @param {string} path */
const read = (path) => readFileSync(`deploy/${path}`, 'utf8')
/**
 * @param {string} text
 * @param {RegExp} pattern
 */
const found = (text, pattern) => pattern.exec(text)?.[1]

/** Makes a folder of commands that stand in for a machine's own. */
function standIns() {
  const commands = realpathSync(mkdtempSync(join(tmpdir(), 'nana-commands-')))
  return {
    commands,
    stand: (/** @type {string} */ name, /** @type {string} */ work) => {
      writeFileSync(join(commands, name), `#!/bin/sh\n${work}\n`)
      chmodSync(join(commands, name), 0o755)
    },
    remove: () => rmSync(commands, { recursive: true }),
  }
}

/** What the server grants itself for its end, and the longest DRAIN_SECONDS. */
const END_SECONDS = 5
const LONGEST_DRAIN_SECONDS = 300

const unit = read('systemd/nana.service')
const dockerfile = read('docker/Dockerfile')
const compose = read('docker/compose.yml')

describe('who may take how long to end', () => {
  it('systemd waits for the longest drain', () => {
    expect(Number(found(unit, /^TimeoutStopSec=(\d+)$/m))).toBeGreaterThan(
      LONGEST_DRAIN_SECONDS + END_SECONDS,
    )
  })

  it('compose waits for the drain that it sets', () => {
    const drain = Number(found(compose, /DRAIN_SECONDS: "(\d+)"/))
    expect(Number(found(compose, /stop_grace_period: (\d+)s/))).toBeGreaterThan(drain + END_SECONDS)
  })
})

describe('what stands before the server', () => {
  it.each(['proxy/nginx.conf', 'proxy/Caddyfile', 'proxy/haproxy.cfg'])(
    '%s overwrites the header that is trusted',
    (path) => {
      const said = read(path)
      expect(said).toContain('TRUSTED_IP_HEADER=X-Real-IP')
      expect(said).toMatch(/^\s+(proxy_set_header|header_up|http-request set-header) X-Real-IP /m)
      expect(said).toContain('127.0.0.1:8000')
    },
  )

  it('HAProxy has room for the address of a merge, as the others have', () => {
    expect(Number(found(read('proxy/haproxy.cfg'), /^\s+tune\.bufsize (\d+)$/m))).toBeGreaterThanOrEqual(
      32_768,
    )
  })

  it('compose leads Caddy, by its example, to the server of the image', () => {
    const port = found(dockerfile, /^EXPOSE (\d+)$/m)
    expect(compose).toContain(`NANA: nana:${port}`)
    expect(compose).toContain('../proxy/Caddyfile:/etc/caddy/Caddyfile')
    expect(compose).toContain('TRUSTED_IP_HEADER: X-Real-IP')
    expect(read('proxy/Caddyfile')).toMatch(/\{\$SITE:.*\} \{\n\treverse_proxy \{\$NANA:/)
  })
})

describe('who the server is', () => {
  it('is one user in the image and its folders, by number', () => {
    const uid = found(dockerfile, /^USER (\d+):\d+$/m)
    expect(Number(uid)).toBeGreaterThan(0)
    expect(dockerfile).toContain(`--chown=${uid}:${uid} /data /data`)
    expect(dockerfile).toContain(`-o ${uid} -g ${uid} /data`)
    expect(compose).toContain(`uid=${uid},gid=${uid}`)
  })

  it('is the same for the unit, the package and its command, with the same data', () => {
    expect(found(unit, /^User=(\w+)$/m)).toBe('nana')
    expect(unit).toContain('DATA_DIR=/var/lib/nana TMPDIR=/var/tmp\n')
    expect(read('debian/postinst')).toContain('adduser --quiet --system --group')
    expect(read('systemd/nana-admin')).toContain('export DATA_DIR=/var/lib/nana TMPDIR=/var/tmp\n')
  })
})

describe('the administrator’s command', () => {
  it('runs the program that it came with, wherever that was unpacked, by a link and with the service’s data', () => {
    const { commands, stand, remove } = standIns()
    stand('id', 'echo nana')
    stand('node', 'echo "$DATA_DIR $*"')
    symlinkSync(join(commands, 'nana-0.1.0'), join(commands, 'nana'))
    const folder = join(commands, 'nana-0.1.0/deploy/systemd')
    mkdirSync(folder, { recursive: true })
    cpSync('deploy/systemd/nana-admin', join(folder, 'nana-admin'))
    symlinkSync(join(commands, 'nana/deploy/systemd/nana-admin'), join(commands, 'nana-admin'))
    const { stdout } = spawnSync(join(commands, 'nana-admin'), ['keys'], {
      env: { PATH: `${commands}:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    remove()
    expect(stdout).toBe(`/var/lib/nana ${commands}/nana-0.1.0/admin.mjs keys\n`)
  })
})

/**
 * What compose.yml sets and mounts with these variables, each as it stands there with their values in it.
 * @param {Record<string, string>} variables
 */
function composeWith(variables) {
  const text = compose.replaceAll(/\$\{(\w+):([-+?])(.*?)\}/g, (_, name, sign, other) => {
    const isSet = (variables[name] ?? '') !== ''
    return isSet === (sign === '+') ? other : (variables[name] ?? '')
  })
  const [nana = ''] = text.split('\n  caddy:')
  return {
    set: Object.fromEntries(
      [...nana.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
    mounts: [...nana.matchAll(/^ {6}- (\S+:\/\S+)$/gm)].map(([, mount]) => mount),
  }
}

const { version: released } = JSON.parse(readFileSync('package.json', 'utf8'))

it.each(['deploy/docker/compose.yml', 'deploy/docker/Dockerfile', 'docs/operations.md'])(
  'the commands of %s name the version that they come with',
  (file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/nana[-_:](\d+\.\d+\.\d+)/g)]
    expect(new Set(named.map(([, version]) => version))).toEqual(new Set([released]))
  },
)

describe('the container', () => {
  it('is of the version that it comes with, unless another one is named', () => {
    const named = [...compose.matchAll(/\$\{VERSION:-(.+?)\}/g)].map(([, version]) => version)
    expect(named).toHaveLength(3)
    expect(new Set(named)).toEqual(new Set([released]))
  })

  it('as it comes makes no copies, and has the names and links that lie in the archive', () => {
    const { set, mounts } = composeWith({ SITE: 'nana.example' })
    expect(set).toMatchObject({ BACKUP_DIR: '', BACKUP_PASSPHRASE: '', DATA_EXPECTED: '' })
    expect(mounts).toEqual([
      'data:/data',
      '../../brand.json:/nana/brand.json:ro',
      'no-copies:/copies',
      'trials:/trials',
    ])
  })

  it('makes copies in a folder of the host that is named, tries them out on a disk, and misses its data', () => {
    const { set, mounts } = composeWith({
      BACKUP_DIR: '/mnt/copies',
      BACKUP_PASSPHRASE: 'luna y manzanilla',
      BRAND_FILE: '/srv/brand.json',
      DATA_EXPECTED: 'on',
    })
    expect(set).toMatchObject({
      BACKUP_DIR: '/copies',
      BACKUP_PASSPHRASE: 'luna y manzanilla',
      DATA_EXPECTED: 'on',
      TMPDIR: '/trials',
    })
    // What a trial that was cut off has left there is known by the name of the machine.
    expect(found(compose, /^ {2}nana:\n(?: {4}.*\n)* {4}hostname: (.+)$/m)).toBe('nana')
    expect(mounts).toEqual(
      expect.arrayContaining(['/mnt/copies:/copies', '/srv/brand.json:/nana/brand.json:ro']),
    )
  })

  it('has the folders that volumes take the place of, as whose a new volume begins', () => {
    for (const folder of ['/data', '/copies', '/trials']) {
      expect(dockerfile).toContain(`COPY --from=unpacked --chown=65532:65532 /data ${folder}\n`)
    }
  })
})

describe('the package', () => {
  it('is installed, and the service started, also where its settings were taken away', () => {
    const { commands, stand, remove } = standIns()
    for (const name of ['getent', 'adduser', 'install', 'systemctl', 'deb-systemd-invoke']) stand(name, ':')
    for (const name of ['chown', 'chmod']) stand(name, 'test -e "$2"')
    stand('deb-systemd-helper', 'echo "$*" >&2')
    const { status, stderr } = spawnSync('/bin/sh', ['deploy/debian/postinst', 'configure', '0.0.9'], {
      env: { PATH: commands },
      encoding: 'utf8',
    })
    remove()
    expect(stderr).toContain('nana.service')
    expect(status).toBe(0)
  })
})
