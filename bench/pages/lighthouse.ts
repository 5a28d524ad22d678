/**
 * Runs Lighthouse on a page of a browser that is open. Lighthouse has a lock file of its own in this folder: its 150 MB are installed by the
 * first measurement, and not with the portal.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = import.meta.dirname
const packageFolder = path.join(folder, 'node_modules/lighthouse')
const MAX_REPORT_BYTES = 100_000_000

export type Device = 'mobile' | 'desktop'

export type PageFigures = ReturnType<typeof figuresOf>

interface Report {
  runtimeError?: { message: string }
  categories: Record<'performance' | 'accessibility', { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const readVersion = (file: string, read: (json: Record<string, Record<string, string> & { version: string }>) => unknown) =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined

export async function installLighthouse(): Promise<void> {
  const wanted = readVersion(path.join(folder, 'package.json'), ({ dependencies }) => dependencies?.lighthouse)
  if (readVersion(path.join(packageFolder, 'package.json'), ({ version }) => version) === wanted) return
  console.log(`Installing Lighthouse ${wanted} in ${path.relative(process.cwd(), folder)}`)
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

function figuresOf({ runtimeError, categories, audits }: Report) {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const value = (audit: string) => {
    const { numericValue } = audits[audit] ?? {}
    if (numericValue === undefined) throw new Error(`Lighthouse has not measured ${audit}.`)
    return numericValue
  }
  return {
    /** Scores of Lighthouse, 0 to 100. */
    performance: (categories.performance.score ?? 0) * 100,
    accessibility: (categories.accessibility.score ?? 0) * 100,
    layoutShift: value('cumulative-layout-shift'),
    /** Milliseconds. */
    blocking: value('total-blocking-time'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    /** 1000 bytes, as transferred. */
    kilobytes: value('total-byte-weight') / 1000,
  }
}

/** The storage stays, because it holds the session. */
export async function measurePage(url: string, browserPort: number, device: Device): Promise<PageFigures> {
  const args = [
    path.join(packageFolder, 'cli/index.js'),
    url,
    `--port=${browserPort}`,
    '--output=json',
    '--quiet',
    '--disable-storage-reset',
    '--disable-full-page-screenshot',
    '--no-enable-error-reporting',
    '--only-categories=performance,accessibility',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const { stdout } = await run(process.execPath, args, { maxBuffer: MAX_REPORT_BYTES })
  return figuresOf(JSON.parse(stdout) as Report)
}
