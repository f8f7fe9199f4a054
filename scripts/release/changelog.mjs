import { execFileSync } from 'node:child_process'

/*
 * What has changed from version to version, as git's history has it: the subjects of its commits, and the migrations
 * that a start with the version applies.
 */

const MIGRATIONS = ['server/db/platform', 'supabase/migrations']

const HEAD = `# Changes

A version's migrations are applied at its first start, all or none of them; an older version refuses the database from
then on. What to do then, and how to go back, stands in docs/operations.md («A new version»).
`

/**
 * The text of CHANGELOG.md. Each tag \`v…\` is a version, and what has come since the last one is the version that is
 * being made.
 * @param {string} repository
 * @param {string} version
 */
export function changelogOf(repository, version) {
  const git = (/** @type {readonly string[]} */ ...args) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
  const lines = (/** @type {string} */ text) => text.split('\n').filter((line) => line !== '')
  const own = `v${version}`
  const tags = lines(git('tag', '--merged', 'HEAD', '--list', 'v*', '--sort=v:refname')).filter(
    (tag) => tag !== own,
  )
  const versions = [...tags.map((tag) => ({ name: tag.slice(1), at: tag })), { name: version, at: 'HEAD' }]
  const sections = versions.map(({ name, at }, index) => {
    const before = versions[index - 1]?.at ?? null
    return [
      `## ${name} (${git('log', '-1', '--format=%cs', at)})`,
      listed('Migrations', migrationsSince(before, at)),
      before === null
        ? 'The first version.'
        : listed('Changes', lines(git('log', '--no-merges', '--format=%s', `${before}..${at}`))),
    ].join('\n\n')
  })
  return `${[HEAD.trim(), ...sections.toReversed()].join('\n\n')}\n`

  /**
   * @param {string | null} before
   * @param {string} at
   */
  function migrationsSince(before, at) {
    const known = new Set(before === null ? [] : migrationsOf(before))
    return migrationsOf(at)
      .filter((path) => !known.has(path))
      .map((path) => [`\`${path}\``, purposeOf(git('show', `${at}:${path}`))].filter(Boolean).join(': '))
  }

  /** @param {string} at */
  function migrationsOf(at) {
    return lines(git('ls-tree', '-r', '--name-only', at, '--', ...MIGRATIONS)).filter((path) =>
      path.endsWith('.sql'),
    )
  }
}

/**
 * The first sentence of what a migration says of itself.
 * @param {string} sql
 */
function purposeOf(sql) {
  const [comment = ''] = /^(?:--.*\n)+/.exec(sql) ?? []
  const said = comment.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim()
  return /^.*?\.(?= |$)/.exec(said)?.[0] ?? said
}

/**
 * @param {string} title
 * @param {readonly string[]} entries
 */
function listed(title, entries) {
  if (entries.length === 0) return `${title}: none.`
  return [`${title}:`, '', ...entries.map((entry) => `- ${entry}`)].join('\n')
}
