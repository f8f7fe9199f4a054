import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Version {
  /** The server can be started from here, because this is a whole package. */
  root: string
  remove(): void
}

/**
 * Copies the built package as another version of it: every script has a new name, and the words in `changed` are
 * others. What the version before called its files isn't there.
 */
export function anotherVersion(name: string, changed: Readonly<Record<string, string>>): Version {
  const root = mkdtempSync(join(tmpdir(), 'nana-version-'))
  for (const part of ['package.json', 'brand.json', 'dist/server', 'dist/core', 'dist/app']) {
    cpSync(join(ROOT, part), join(root, part), { recursive: true })
  }
  for (const part of ['node_modules', 'server', 'supabase']) symlinkSync(join(ROOT, part), join(root, part))
  const app = join(root, 'dist/app')
  renameScripts(app, name, changed)
  const build = `(await import('./scripts/page/service-worker.mjs')).buildServiceWorker(process.argv[1])`
  execFileSync('node', ['--input-type=module', '--eval', build, app], { cwd: ROOT, stdio: 'inherit' })
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

function renameScripts(app: string, name: string, changed: Readonly<Record<string, string>>): void {
  const paths = readdirSync(app, { recursive: true, encoding: 'utf8' })
  for (const path of paths.filter((path) => /\.(?:br|gz)$/.test(path))) rmSync(join(app, path))
  const scripts = readdirSync(join(app, 'assets')).filter((file) => file.endsWith('.js'))
  const renamed = (file: string) => file.replace('.js', `-${name}.js`)
  for (const path of ['index.html', ...scripts.map((file) => `assets/${file}`)]) {
    let text = readFileSync(join(app, path), 'utf8')
    for (const file of scripts) text = text.replaceAll(file, renamed(file))
    for (const [word, other] of Object.entries(changed)) text = text.replaceAll(word, other)
    writeFileSync(join(app, path), text)
  }
  for (const file of scripts) renameSync(join(app, 'assets', file), join(app, 'assets', renamed(file)))
}
