import { defineConfig } from 'vitest/config'

/** Test files share the modules that are loaded: loading them again for each file would take most of the run. So no test may expect a module that no other test has used. */
const shared = { isolate: false }

const include = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

/** These replace modules or globals of the browser: each file has its own. */
const alone = include(
  ...['entities/payment', 'lib/api', 'lib/browser', 'lib/session', 'features/notices', 'features/signing/guest'].map(
    (part) => `apps/web/src/${part}`,
  ),
)

export default defineConfig({
  test: {
    // One more than the two cores of the machine of the checks, because some tests wait for processes that start or end.
    maxWorkers: 3,
    // That machine may be busy with others: time limits are for what hangs, not for what is slow. So no test has its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      { extends: true, test: { ...shared, name: 'contract', include: include('packages/contract/src') } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api',
          include: include('apps/api/src', 'bench'),
          globalSetup: ['apps/api/src/testing/vitest-setup.ts'],
          setupFiles: [
            'apps/api/src/testing/cheap-hashes.ts',
            'apps/api/src/testing/drop-databases.ts',
            'apps/api/src/testing/statements/check-statements.ts',
          ],
        },
      },
      { extends: true, test: { ...shared, name: 'web', include: include('apps/web/src'), exclude: alone } },
      { extends: true, test: { name: 'web-alone', include: alone } },
      { extends: true, test: { ...shared, name: 'scripts', include: include('scripts', 'drills') } },
    ],
  },
})
