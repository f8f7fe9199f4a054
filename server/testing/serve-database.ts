import { openDatabase } from '../db/open.ts'

// This program is a server's database part alone: it opens the database of the folder it is given, reports that, and
// closes it on SIGTERM.
const report = (outcome: object) => process.stdout.write(`${JSON.stringify(outcome)}\n`)

// A Ctrl-C reaches every process of a terminal. This one ignores it, so that a test sees whether the database does too.
process.on('SIGINT', () => undefined)

try {
  const database = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null })
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)))
  report({ kind: 'ready' })
} catch (error) {
  report({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
