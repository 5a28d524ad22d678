import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './bundle/first-load.ts'
import { pdfjsFiles } from './bundle/pdfjs-files.ts'
import { precompress } from './bundle/precompress.ts'

/** The api of `npm run dev`. */
const api = process.env.API_URL ?? 'http://127.0.0.1:4300'

/** Modules of every page and of the login, in one file. The bundler alone would make about thirty files. */
const everywhere = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+|@mantine\/store)\//,
  /@mantine\/core\/esm\/(core|components\/(Alert|Anchor|Button|Loader|Stack|Text|TextInput|Title))\//,
  /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(AlertCircle|Eye|EyeOff))\./,
  /contract\/src\/(errors|roles|screens)\.ts$/,
  /web\/src\/lib\/api\/(api|api-error|query-client|request)\.ts$/,
  /web\/src\/lib\/session\/(home-path|redirect|screen-verdict|session)\.ts$/,
  /web\/src\/lib\/(browser\/(notify|toast|portal|storage)|format\/(dates|error-message)|url\/search-params)\.ts$/,
  /web\/src\/entities\/(document\/document-status|patient\/stages|vial\/vial-states)\.ts$/,
  /web\/src\/ui\/(layout\/brand-mark|forms\/error-summary|forms\/password-field)\.tsx$/,
  /vite\/preload-helper/,
]

/** Modules of the libraries above that only screens behind the login use. */
const behindLogin = [
  /@tanstack\/(react-query|query-core)\/build\/modern\/(useQueries|queriesObserver|infiniteQueryBehavior)\.js$/,
  /@tanstack\/react-router\/dist\/esm\/useBlocker\.js$/,
  /@mantine\/core\/esm\/core\/utils\/create-scoped-keydown-handler\//,
]

/** Components of most screens. */
const pieces = [
  /web\/src\/ui\/dialogs\/(alert-dialog|confirm|confirm-dialog|confirm-discard)\.tsx?$/,
  /web\/src\/ui\/forms\/(form-footer|saved-notice)\.tsx$/,
  /web\/src\/ui\/layout\/(delayed|empty-state|facts|failed-screen|loaded|screen|section|stat)\.tsx$/,
  /web\/src\/ui\/text\/(date-text|money|status-badge)\.tsx$/,
  /web\/src\/entities\/patient\/stage-badge\.tsx$/,
]

const matches = (parts: RegExp[], id: string) => parts.some((part) => part.test(id))
const isEverywhere = (id: string) => matches(everywhere, id) && !matches(behindLogin, id)

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
    pdfjsFiles(),
    precompress(),
    firstLoad({ routes: ['src/routes/_guest.tsx', 'src/routes/_guest/index.tsx'], limit: 160_000 }),
  ],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The content security policy allows no fonts in data URLs.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'everywhere', test: (id) => isEverywhere(id), priority: 1 },
            // The first page lists the name of every file, so small shared modules are in one file.
            { name: 'icons', test: /icons-react\/dist\/esm\/icons\//, minShareCount: 2 },
            { name: 'pieces', test: (id) => pieces.some((part) => part.test(id)), minShareCount: 4 },
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
