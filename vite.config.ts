import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { startChunks } from './scripts/page/chunks.mjs'

export default defineConfig(({ isSsrBuild }) => ({
  root: 'app',
  plugins: [react()],
  build: {
    outDir: isSsrBuild ? '../dist/prerender' : '../dist/app',
    copyPublicDir: !isSsrBuild,
    // Tells prerender.mjs what a start with a session fetches.
    manifest: !isSsrBuild,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Scripts and styles of a later part are fetched together. The page itself waits for no script: it paints first.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? [] : files),
    },
    // How long each plugin took is no news for someone who starts the app.
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the first screen needs is one file and one stylesheet, however many later parts share pieces of it.
      output: isSsrBuild
        ? {}
        : { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }, ...startChunks()] } },
    },
  },
  server: { proxy: { '/auth': 'http://127.0.0.1:8000', '/rest': 'http://127.0.0.1:8000' } },
}))
