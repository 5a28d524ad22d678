import { createServer } from 'node:net'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './journey/browser.ts'

/** A free port. */
async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

// Workers read this file again and inherit the port of the first reading.
process.env.E2E_PORT ??= String(await freePort())

const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds. To optimize its scripts takes longer than to run them unoptimized. Scripts that are read as they arrive are
  // compiled with every load; otherwise a process finds those that it has compiled. Young objects get room at once instead of step by step.
  '--js-flags=--no-opt --no-maglev --no-script-streaming --min-semi-space-size=16',
]
const executablePath = findBrowser()

/**
 * Every screen is opened at both sizes by one visit (everywhere/). Other journeys run at the size that their users have.
 * E2E_SIZES=all runs every journey at both.
 */
const allSizes = process.env.E2E_SIZES === 'all'
const phoneOnly = ['accounts/profile', 'centers', 'checkout/declined', 'notices', 'onboarding/sign-ups', 'patients', 'sales']
const specs = (names: string[]) => names.map((name) => `**/e2e/${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './journey/portal.ts',
  fullyParallel: true,
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Limits, not waits: a slow machine may take its time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    browserName: 'chromium',
    launchOptions: { args: ['--no-sandbox', ...browserFlags], ...(executablePath && { executablePath }) },
    // Traces cost a third of the time; `--trace retain-on-failure` keeps them on demand.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    // Animations would be clicked on or judged half-way.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop',
      ...(!allSizes && { testIgnore: specs(phoneOnly) }),
      use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    },
    // The phone uses dark mode. The size makes no difference to the journeys that are left out.
    {
      name: 'phone',
      ...(!allSizes && { testMatch: specs(phoneOnly) }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
      grepInvert: /@desk/,
    },
  ],
})
