import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changelogOf } from './changelog.mjs'

const repository = mkdtempSync(join(tmpdir(), 'nana-changelog-'))

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  commit('A diary', {
    'supabase/migrations/20250101_diary.sql':
      '-- A diary,\n-- for one family. It grows.\ncreate table diary ();',
  })
  git('tag', 'v0.9.0')
  commit('A word is spelt right', { 'app/words.ts': 'Diario' })
  git('tag', 'v0.10.0')
  commit('Naps have a place', {
    'supabase/migrations/20250202_place.sql': '-- Where it was (as in 1.2).\n\nalter table diary;',
    'server/db/platform/001-roles.sql': 'create role nobody;',
  })
})
afterAll(() => rmSync(repository, { recursive: true }))

it('names the changes of each version since the one before, the newest first, and the migrations that it brings', () => {
  const [, ...sections] = changelogOf(repository, '0.11.0').split('\n## ')
  expect(sections).toEqual([
    `0.11.0 (2026-02-03)

Migrations:

- \`server/db/platform/001-roles.sql\`
- \`supabase/migrations/20250202_place.sql\`: Where it was (as in 1.2).

Changes:

- Naps have a place
`,
    `0.10.0 (2026-02-03)

Migrations: none.

Changes:

- A word is spelt right
`,
    `0.9.0 (2026-02-03)

Migrations:

- \`supabase/migrations/20250101_diary.sql\`: A diary, for one family.

The first version.
`,
  ])
})

it('of a version is the same before and after it gets its tag', () => {
  const before = changelogOf(repository, '0.11.0')
  git('tag', 'v0.11.0')
  expect(changelogOf(repository, '0.11.0')).toBe(before)
})

/**
 * @param {string} subject
 * @param {Record<string, string>} files
 */
function commit(subject, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  git('add', '--all')
  git('commit', '--quiet', '--message', subject)
}

/** @param {readonly string[]} args */
function git(...args) {
  const who = ['-c', 'user.name=Nana', '-c', 'user.email=nana@nana.example', '-c', 'commit.gpgSign=false']
  const date = '2026-02-03T04:05:06Z'
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  execFileSync('git', [...who, ...args], { cwd: repository, env })
}
