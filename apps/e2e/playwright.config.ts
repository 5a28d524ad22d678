import { createServer } from 'node:net'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.ts'

/** A port that nobody uses now. */
async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

// Workers read this file again: they inherit what the first reading chose.
process.env.E2E_PORT ??= String(await freePort())

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const executablePath = findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './portal.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Limits, not waits: a slow machine may take its time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    browserName: 'chromium',
    launchOptions: { args: ['--no-sandbox', ...quiet], ...(executablePath && { executablePath }) },
    // Traces cost a third of the time: `--trace retain-on-failure` keeps them when one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } },
    // Every journey is made a second time with a phone in the dark; but for those that can be made only once.
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
      grepInvert: /@desk/,
    },
  ],
})
