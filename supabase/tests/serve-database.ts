import { openDatabase } from '../../server/db/open.ts'

// A server process without the rest of the server: opens the database in DATA_DIR, says so, and closes it on SIGTERM.
const report = (outcome: object) => process.stdout.write(`${JSON.stringify(outcome)}\n`)

// A Ctrl-C reaches the whole process group of a terminal; what it must not reach is the database.
process.on('SIGINT', () => undefined)

try {
  const database = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: null }, (error) => {
    report({ kind: 'lost', message: error.message })
    process.exit(1)
  })
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)))
  report({ kind: 'ready' })
} catch (error) {
  report({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
