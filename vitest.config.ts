import { defineConfig } from 'vitest/config'

const include = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    // The machine of the checks has two cores, and may be busy with others: time limits are for what hangs, not for what is slow.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      { extends: true, test: { name: 'contract', include: include('packages/contract/src') } },
      {
        extends: true,
        test: {
          name: 'api',
          include: include('apps/api/src'),
          globalSetup: ['apps/api/src/testing/vitest-setup.ts'],
          setupFiles: ['apps/api/src/testing/statements/check-statements.ts'],
          // Loading the server's modules anew for every file would take most of the run. No test may rely on a fresh module.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'web', include: include('apps/web/src') } },
      { extends: true, test: { name: 'scripts', include: include('scripts', 'drills') } },
    ],
  },
})
