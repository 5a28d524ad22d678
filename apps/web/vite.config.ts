import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { accessRows } from './bundle/access-table.ts'
import { compileAtOnce } from './bundle/compile-at-once.ts'
import { firstLoad } from './bundle/first-load.ts'
import { mantineStyles } from './bundle/mantine-styles.ts'
import { pdfjsFiles } from './bundle/pdfjs-files.ts'
import { precompress } from './bundle/precompress.ts'
import { sizeLimits } from './bundle/size-limits.ts'

/** The api of `npm run dev`. */
const api = process.env.API_URL ?? 'http://127.0.0.1:4300'

const loginPage = 'src/routes/_guest/-login-page.tsx'

/** The beginning of every page, which sends the first requests. Without React DOM and Mantine it is a small file, and arrives early. */
const startParts = [
  /node_modules\/react\//,
  /vite\/preload-helper/,
  /web\/src\/lib\/api\/(api-error|early-reads|request)\.ts$/,
  /web\/src\/lib\/browser\/(activity|connection|lazy-part|listeners|load-page|missing-file|portal|portal-update|storage)\.ts$/,
  /web\/src\/lib\/format\/dates\.ts$/,
  /web\/src\/lib\/session\/(ask-proof|redirect|session)\.ts$/,
  /web\/src\/(app\/(first-frame|page-listeners)|routes\/_app\/-homes)\.ts$/,
]

/** Libraries and parts of the login page, in one file. The bundler alone would make about thirty files. */
const firstParts = [
  /node_modules\/(react-dom|scheduler|clsx)\//,
  /@mantine\/core\/esm\/(core|components\/(Alert|Anchor|Button|Loader|Stack|Text|TextInput|ThemeIcon|Title))\//,
  /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(AlertCircle|Eye|EyeOff))\./,
  /contract\/src\/(colors|errors|roles|screens)\.ts$/,
  /web\/src\/lib\/api\/use-send\.ts$/,
  /web\/src\/lib\/session\/(home-path|known-device|page-title|screen-verdict)\.ts$/,
  /web\/src\/lib\/(browser\/(reload-with-message|toast)|format\/error-message|url\/search-params)\.ts$/,
  /web\/src\/ui\/(layout\/(brand-mark|guest-footer|legal-links)|forms\/error-summary|forms\/password-field)\.tsx$/,
  /web\/src\/features\/sessions\/(guest\/(cells-picture|guest-frame)|login\/(forgot-password|login-screen|password-step|use-login|use-login-form))\.tsx?$/,
  /web\/src\/routes\/_guest\/-login-search\.ts$/,
  /web\/src\/app\/(app|start)\.tsx$/,
]

/** Libraries and parts that every screen but the first login needs. */
const portalParts = [
  /node_modules\/(@tanstack\/[^/]+|use-sync-external-store|@mantine\/store)\//,
  /icons-react\/dist\/esm\/icons\/Icon(AlertTriangle|Refresh)\./,
  /web\/src\/lib\/api\/(api|query-client)\.ts$/,
  /web\/src\/lib\/browser\/in-frame\.ts$/,
  /web\/src\/entities\/(document\/document-status|patient\/stages|user\/user-tabs)\.ts$/,
  /web\/src\/ui\/layout\/failed-screen\.tsx$/,
]

/** The frame of the portal, with tables and drawers and all that these need: no forms, schemas and dates. */
const frameParts = [
  /web\/src\/app\/shell\/(?!user-menu-dropdown|toast-host|idle-warning|keys-help)/,
  /web\/src\/routes\/_app\.tsx\?/,
  /web\/src\/ui\/layout\/(screen|section|loaded|part-by-part|stat)\.tsx$/,
  /web\/src\/entities\/list\/list\.tsx$/,
  /web\/src\/ui\/table\/short-list\.tsx$/,
  /web\/src\/ui\/dialogs\/(alert-dialog|confirm|drawer)\.tsx$/,
  /web\/src\/ui\/text\/(date-text|long-text|money|status-badge)\.tsx$/,
  /web\/src\/lib\/url\/(use-list-page|use-overlay)\.ts$/,
]

/** Menus, popovers, dialogs and messages, in one file that loads after the first screen (use-overlays-in-idle.ts). */
const overlayParts = [
  /node_modules\/(@mantine\/notifications|@floating-ui\/[^/]+|react-remove-scroll)\//,
  /@mantine\/core\/esm\/components\/(Drawer|Menu|Modal|Popover|Tooltip)\//,
  /web\/src\/app\/shell\/(user-menu-dropdown|toast-host|idle-warning|keys-help)/,
  /web\/src\/ui\/dialogs\/(alert-modal|confirm-dialog|drawer-frame)\.tsx$/,
  /web\/src\/ui\/text\/hint-box\.tsx$/,
  /web\/src\/ui\/table\/(rows|toolbar)\/.*-dropdown\.tsx$/,
  /web\/src\/features\/(notices|views)\/.*-dropdown\.tsx$/,
  /web\/src\/lib\/browser\/created-notice\.tsx$/,
]

/** The modules that several dashboards use. The modules that these import are part of the group. */
const dashboardParts = [
  /web\/src\/features\/dashboards\/(?!admin|center|lab|patient|sales\/sales-rep)/,
  /contract\/src\/document-groups\.ts$/,
  /web\/src\/features\/accounts\/users\/user-drawer\.tsx$/,
  /web\/src\/features\/patients\/newest-patients\.tsx$/,
  /web\/src\/features\/onboarding\/(add-account\/new-account-modals|sign-ups\/sign-up-list)\.tsx$/,
  /web\/src\/features\/sales\/(team-table|team\.columns)\.tsx$/,
  /web\/src\/features\/centers\/center\.columns\.tsx$/,
  /web\/src\/features\/documents\/(actions\/use-document-menu|patient\/use-documents-of)\.tsx?$/,
  /web\/src\/ui\/charts\//,
  /web\/src\/entities\/(patient\/(due-date|journey|patient-links|stage-badge)|vial\/vial-count-stats|payment\/(fulfilment|sale-link)|document\/(document-status-badge|open-document-link))\.tsx$/,
  /web\/src\/entities\/(user\/user-name|center\/center-links)\.tsx?$/,
]

/** Modules of the libraries above that only some screens use. */
const onlySome = [
  /@tanstack\/(react-query|query-core)\/build\/modern\/(useQueries|queriesObserver|infiniteQueryBehavior)\.js$/,
  /@tanstack\/react-router\/dist\/esm\/useBlocker\.js$/,
  /@mantine\/core\/esm\/core\/utils\/create-scoped-keydown-handler\//,
]

/** The beginning of the page, the router and its routes. */
const frames = /web\/src\/(main|routeTree\.gen|app\/|routes\/)/

const matches = (parts: RegExp[], id: string) => parts.some((part) => part.test(id))
const isPart = (parts: RegExp[]) => (id: string) => matches(parts, id) && !matches(onlySome, id)

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
    accessRows(),
    compileAtOnce(['start', 'first', 'portal', 'frame', 'dashboards']),
    pdfjsFiles(),
    precompress(),
    mantineStyles(),
    firstLoad({
      pages: [
        { name: 'index.html', module: 'src/app/portal.tsx', entryDraws: true },
        { name: 'login.html', module: loginPage },
      ],
      font: /inter-latin-wght-normal-.*\.woff2$/,
    }),
    sizeLimits({
      login: { page: 'login.html', module: loginPage, limit: 110_000 },
      screen: { limit: 60_000, shared: /^(start|first|portal|frame|overlays|dashboards|icons|shared|index|rolldown-runtime)$/ },
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
            { name: 'start', test: isPart(startParts), priority: 5 },
            { name: 'first', test: isPart(firstParts), priority: 4 },
            { name: 'portal', test: isPart(portalParts), priority: 3 },
            { name: 'frame', test: isPart(frameParts), priority: 2 },
            { name: 'dashboards', test: isPart(dashboardParts), priority: 1 },
            { name: 'overlays', test: isPart(overlayParts), priority: 0.9 },
            { name: 'qr', test: /node_modules\/uqr\/|web\/src\/ui\/text\/(qr-code|copy-field)\.tsx$/, priority: 2 },
            { name: 'icons', test: /node_modules\/(@tabler\/icons-react|@mantine\/hooks)\//, minShareCount: 3, priority: 0.5 },
            // Modules of at least three screens. In files of their own they would be a hundred requests for one screen.
            {
              name: 'shared',
              test: (id: string) => !frames.test(id),
              minShareCount: 3,
              priority: 0,
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
