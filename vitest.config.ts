import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      '{core,app,server,demo,chaos,crash,cluster,fuzz}/**/*.test.ts',
      'supabase/tests/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
    // Tests wait for databases and servers about as long as they work, so three workers keep two cores busy.
    maxWorkers: 3,
    // One process goes through many files, so that what they import is read once and their databases are in one
    // PostgreSQL.
    isolate: false,
    // The limits are for what hangs, not for what is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is polled may come late on a busy machine; the limit is for what never comes.
    expect: { poll: { timeout: 15_000 } },
    coverage: {
      provider: 'v8',
      include: ['core/**/*.ts'],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
})
