/** A browser with one profile, which Lighthouse opens pages in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from '../../apps/e2e/journey/browser.ts'
import { freePort } from '../processes.ts'

export interface Session {
  token: string
  user: object
}

/** The slug of the demo, which begins the keys of the storage. */
const DOMAIN = 'demo'

export async function openBrowser(portalUrl: string) {
  const profile = mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-browser-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureBrowser(),
    // The certificate of the proxy is its own.
    args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const protocol = await context.newCDPSession(page)
  return {
    port,
    /** A browser that has seen nothing before, except the session. */
    async startAgain(session: Session | undefined) {
      await protocol.send('Network.clearBrowserCache')
      // Any file of the portal: the page must be of its origin.
      await page.goto(`${portalUrl}/favicon.svg`)
      await page.evaluate(
        ({ values }) => {
          localStorage.clear()
          for (const [key, value] of values) localStorage.setItem(key, value)
        },
        {
          values: session
            ? [[`${DOMAIN}-token`, session.token] as const, [`${DOMAIN}-user`, JSON.stringify(session.user)] as const]
            : [],
        },
      )
      await page.goto('about:blank')
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
