import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Describes a file of the repository for the tests that read all of it. */
export interface SourceFile {
  /** The path begins at the root, and has slashes on every system. */
  path: string
  text: string
  imports: string[]
}

/** Lists by git's patterns what git knows or would take and what is still there, or all of that without a pattern. */
export function listPaths(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns])
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
}

export function listSources(...patterns: string[]): SourceFile[] {
  return listPaths(...patterns).map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
}

/** Returns relative imports, those of types too, as paths from the root, and packages as they are written. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? posix.join(posix.dirname(path), target) : target,
  )
}
