import { join } from 'node:path'
import { install } from './prepare.mjs'
import { mustRun, ROOT } from './run.mjs'

// Writes supabase/schema.sql anew. The test that compares it with the database of the migrations also knows how to
// write it, so it does both.

await install()
await mustRun(join(ROOT, 'node_modules/.bin/vitest'), ['run', 'supabase/tests/schema.test.ts', '--update'])
