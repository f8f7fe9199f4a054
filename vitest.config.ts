import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts', '{core,app,server,demo,fuzz}/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
    // They mostly wait for databases that start and stop; left to itself the runner would keep a core free.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['core/*.ts'],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
})
