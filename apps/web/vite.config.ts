import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './bundle/first-load.ts'
import { precompress } from './bundle/precompress.ts'

/** Where `npm run dev` finds the api. */
const api = process.env.API_URL ?? 'http://127.0.0.1:4300'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/routeTree.gen.ts`,
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    precompress(),
    firstLoad({ routes: ['src/routes/_guest.tsx', 'src/routes/_guest/index.tsx'], limit: 150_000 }),
  ],
  build: { target: 'es2023', sourcemap: false, modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: {
    port: 4310,
    proxy: Object.fromEntries(['/api', '/auth', '/domain', '/media'].map((path) => [path, { target: api, changeOrigin: true }])),
  },
})
