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
  /@mantine\/core\/esm\/(core|components\/(Alert|Anchor|Button|Loader|Stack|Text|TextInput|ThemeIcon|Title))\//,
  /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(AlertCircle|AlertTriangle|Eye|EyeOff|Refresh))\./,
  /contract\/src\/(colors|errors|roles|screens)\.ts$/,
  /web\/src\/lib\/api\/(api|api-error|query-client|request)\.ts$/,
  /web\/src\/lib\/session\/(home-path|page-title|redirect|screen-verdict|session)\.ts$/,
  /web\/src\/lib\/(browser\/(connection|in-frame|lazy-part|load-page|missing-file|notify|toast|portal|portal-update|storage)|format\/(dates|error-message)|url\/search-params)\.ts$/,
  /web\/src\/entities\/(document\/document-status|patient\/stages|user\/user-tabs|vial\/vial-states)\.ts$/,
  /web\/src\/ui\/(layout\/(brand-mark|failed-screen|guest-footer|legal-links)|forms\/error-summary|forms\/password-field)\.tsx$/,
  /vite\/preload-helper/,
]

/** Modules of the libraries above that only screens behind the login use. */
const behindLogin = [
  /@tanstack\/(react-query|query-core)\/build\/modern\/(useQueries|queriesObserver|infiniteQueryBehavior)\.js$/,
  /@tanstack\/react-router\/dist\/esm\/useBlocker\.js$/,
  /@mantine\/core\/esm\/core\/utils\/create-scoped-keydown-handler\//,
]

/** Modules of the first page that are in its own files. */
const firstPage = [/web\/src\/(main|routeTree\.gen|app\/|routes\/)/, /web\/src\/features\/sessions\/(guest|login)\//]

const matches = (parts: RegExp[], id: string) => parts.some((part) => part.test(id))
const isShared = (id: string) => !matches(firstPage, id)
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
    firstLoad({
      routes: ['src/routes/_guest.tsx', 'src/routes/_guest/index.tsx'],
      font: /inter-latin-wght-normal-.*\.woff2$/,
      limit: 160_000,
    }),
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
            { name: 'everywhere', test: (id) => isEverywhere(id), priority: 2 },
            // Modules of at least three screens. In files of their own they would be a hundred requests for one screen.
            {
              name: 'shared',
              test: isShared,
              minShareCount: 3,
              priority: 1,
            },
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
