import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './bundle/first-load.ts'
import { precompress } from './bundle/precompress.ts'

/** The api of `npm run dev`. */
const api = process.env.API_URL ?? 'http://127.0.0.1:4300'

/** Modules of every page and of the login, in one file. The bundler alone would make about thirty files. */
const everywhere = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+|@mantine\/store)\//,
  /@mantine\/core\/esm\/(core|components\/(Alert|Anchor|Button|Loader|PasswordInput|Stack|Text|TextInput|Title))\//,
  /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/IconAlertCircle)\./,
  /contract\/src\/(errors|roles|screens)\.ts$/,
  /web\/src\/lib\/(api|dates|guard|home|leave|notify|portal|query-client|refusal|request|search-params|session|stages|storage|vial-states|words)\.ts$/,
  /web\/src\/ui\/(brand-mark|error-summary|password-field)\.tsx$/,
  /vite\/preload-helper/,
]

/** Components of most screens. */
const pieces =
  /web\/src\/ui\/(alert-dialog|closing-buttons|confirm|confirm-dialog|confirm-loss|date-text|delayed|empty-state|facts|failed-screen|loaded|money|saved-notice|screen|section|stage-badge|stat|status-badge)\.tsx?$/

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
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'everywhere', test: (id) => everywhere.some((part) => part.test(id)), priority: 1 },
            // The first page lists the name of every file, so small shared modules are in one file.
            { name: 'icons', test: /icons-react\/dist\/esm\/icons\//, minShareCount: 2 },
            { name: 'pieces', test: pieces, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    port: 4310,
    proxy: Object.fromEntries(['/api', '/auth', '/domain', '/media'].map((path) => [path, { target: api, changeOrigin: true }])),
  },
})
