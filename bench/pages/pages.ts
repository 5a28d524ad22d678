/** Loads pages of the demo as a first visit, on a slow phone and on a desktop. README.md of the bench explains the results. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startDemo } from '../processes.ts'
import { openBrowser, type Session } from './browser.ts'
import { type Device, installLighthouse, measurePage, type PageFigures } from './lighthouse.ts'
import { type PageLine, pageLine, pageTable } from './report.ts'
import { openSecureProxy } from './secure-proxy.ts'

/** Pages with the demo account that opens them. The login has none. */
const pages: { name: string; path: string; account?: string }[] = [
  { name: 'login', path: '/' },
  { name: 'patient dashboard', path: '/dashboard', account: 'patient' },
  { name: 'sales dashboard', path: '/dashboard', account: 'distributor' },
  { name: 'rep dashboard', path: '/dashboard', account: 'salesrep' },
  { name: 'center dashboard', path: '/dashboard', account: 'harvestcenter' },
  { name: 'lab dashboard', path: '/dashboard', account: 'lab' },
  { name: 'admin dashboard', path: '/dashboard', account: 'admin' },
]
const devices: Device[] = ['mobile', 'desktop']
const PASSWORD = 'demo-portal'

interface PageOptions {
  /** Only pages whose name contains this text. */
  only: string
  /** Loads of each page on each device. */
  rounds: number
}

function buildWeb(): void {
  console.log('Building the web app')
  const vite = fileURLToPath(import.meta.resolve('vite/package.json')).replace('package.json', 'bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', fileURLToPath(new URL('../../apps/web', import.meta.url))], { stdio: 'ignore' })
}

async function call<Answer>(url: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Also accepts the agreement of the business: its dialog would cover the dashboard. */
async function logIn(portal: string, account: string): Promise<Session> {
  const credentials = { email: `${account}@demo.example`, password: PASSWORD }
  const session = await call<Session & { user: { id: number } }>(`${portal}/auth/login/`, credentials)
  await call(`${portal}/api/v1/utilities/accept-agreement/${session.user.id}/`, { accepted: true }, session.token)
  return session
}

export async function measurePages({ only, rounds }: PageOptions): Promise<void> {
  await installLighthouse()
  buildWeb()
  const portal = await startDemo()
  try {
    const proxy = await openSecureProxy(portal.url)
    const browser = await openBrowser(proxy.url)
    try {
      const lines: PageLine[] = []
      for (const { name, path, account } of pages.filter((page) => page.name.includes(only))) {
        const session = account === undefined ? undefined : await logIn(portal.url, account)
        for (const device of devices) {
          const loads: PageFigures[] = []
          for (let round = 0; round < rounds; round++) {
            await browser.startAgain(session)
            loads.push(await measurePage(proxy.url + path, browser.port, device))
          }
          lines.push(pageLine(`${name}, ${device}`, loads))
          console.log(`Measured ${name}, ${device}`)
        }
      }
      console.log(`\n${pageTable(lines)}`)
    } finally {
      await browser.close()
      proxy.close()
    }
  } finally {
    await portal.stop()
  }
}
