import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'app',
  plugins: [react()],
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  server: { proxy: { '/auth': 'http://127.0.0.1:8000', '/rest': 'http://127.0.0.1:8000' } },
})
