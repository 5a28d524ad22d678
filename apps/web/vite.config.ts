import { readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { accessRows } from './bundle/access-table.ts'
import { firstLoad } from './bundle/first-load.ts'
import { groupsOfSteps } from './bundle/first-screens.ts'
import { mantineStyles } from './bundle/mantine-styles.ts'
import { pdfjsFiles } from './bundle/pdfjs-files.ts'
import { precompress } from './bundle/precompress.ts'
import { sizeLimits } from './bundle/size-limits.ts'

/** The api of `npm run dev`. */
const api = process.env.API_URL ?? 'http://127.0.0.1:4300'

const loginPage = 'src/routes/login-page.tsx'

/** The dropdowns of tables and of the frame, and what opens over every screen. */
const overlays = [
  'src/app/shell/user-menu-dropdown.tsx',
  'src/app/shell/toast-host.tsx',
  'src/app/shell/idle-warning.tsx',
  'src/app/shell/keys-help.tsx',
  'src/features/notices/notices-dropdown.tsx',
  'src/features/views/view-menu-dropdown.tsx',
  'src/lib/browser/created-notice.tsx',
  'src/ui/dialogs/alert-modal.tsx',
  'src/ui/dialogs/confirm-dialog.tsx',
  'src/ui/dialogs/drawer-frame.tsx',
  'src/ui/table/rows/row-menu-dropdown.tsx',
  'src/ui/table/toolbar/view-options-dropdown.tsx',
  'src/ui/text/hint-box.tsx',
]

const homes = readdirSync(new URL('src/routes/home', import.meta.url)).filter((name) => name.endsWith('-home.tsx'))

/** What a page loads one after the other. */
const steps = [
  // The beginning of every page, which sends the first requests. Without React DOM and Mantine it is a small file, and arrives early.
  { name: 'start', modules: ['index.html'], onlyShared: true },
  { name: 'login', modules: ['src/app/start.tsx', loginPage] },
  { name: 'portal', modules: ['src/app/portal.tsx', 'src/app/shell/shell.tsx', 'src/routes/frames.tsx'] },
  { name: 'dashboards', modules: homes.map((name) => `src/routes/home/${name}`), onlyShared: true },
  // Menus, popovers, dialogs and messages load after the first screen (useOverlaysInIdle in app/shell/shell.tsx).
  { name: 'overlays', modules: overlays },
]

/** What a build without groups needs, too. */
const base = (): InlineConfig => ({
  root: import.meta.dirname,
  plugins: [react(), accessRows(), pdfjsFiles()],
})

export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    base().plugins,
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
      screen: {
        limit: 60_000,
        shared: ['index', 'rolldown-runtime', 'shared', ...steps.map(({ name }) => name)],
        tables: ['src/routes/app-tree.ts', 'src/routes/tree.ts'],
      },
    }),
  ],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The content security policy allows no fonts in data URLs.
    assetsInlineLimit: (file: string) => (/\.woff2?$/.test(file) ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...(command === 'build' ? await groupsOfSteps(base(), steps) : []),
            // Modules of at least three screens. In files of their own they would be a hundred requests for one screen.
            { name: 'shared', minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    port: 4310,
    proxy: Object.fromEntries(['/api', '/auth', '/domain', '/media'].map((path) => [path, { target: api, changeOrigin: true }])),
  },
}))
