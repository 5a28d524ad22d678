/** Proof that a page runs no script but its own: foreign ones are put into it, and its Content Security Policy must stop each. */
import { expect, type Frame, type Page } from '@playwright/test'

const FOREIGN_SCRIPT = 'https://foreign.example/script.js'

declare global {
  interface Window {
    /** The violations of the policy, as `directive source`. */
    violations: string[]
    /** The foreign scripts that ran. */
    foreignScripts: string[]
  }
}

/**
 * Call it before the page opens. Requests are not intercepted: the page would have no cache, and the policy stops the foreign script before its
 * request.
 */
export const watchViolations = (page: Page) =>
  page.addInitScript(() => {
    window.violations = []
    window.foreignScripts = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI}`),
    )
  })

function addForeignScripts(url: string): void {
  // A picture (SVG) can be a document, too, and has no body.
  const create = <Name extends 'script' | 'button' | 'a'>(name: Name) =>
    document.createElementNS('http://www.w3.org/1999/xhtml', name) as HTMLElementTagNameMap[Name]
  const inline = create('script')
  inline.textContent = "window.foreignScripts.push('inline')"
  const foreign = create('script')
  foreign.src = url
  const handler = create('button')
  handler.setAttribute('onclick', "window.foreignScripts.push('event handler')")
  const link = create('a')
  link.href = "javascript:window.foreignScripts.push('link')"
  const added = [inline, foreign, handler, link]
  const parent = document.body ?? document.documentElement
  parent.append(...added)
  handler.click()
  link.click()
  // Not at once: for the evaluation of a journey the browser makes an exception.
  setTimeout(() => {
    try {
      new Function("window.foreignScripts.push('eval')")()
    } catch {
      // Refused.
    }
  })
  for (const each of added) each.remove()
}

const STOPPED = [
  'script-src eval',
  'script-src-attr inline',
  `script-src-elem ${FOREIGN_SCRIPT}`,
  'script-src-elem inline',
  'script-src-elem inline',
]

/** The page itself broke no rule of its policy. */
export async function expectPolicyKept(page: Page | Frame): Promise<void> {
  expect(await page.evaluate(() => window.violations), 'violations by the page itself').toEqual([])
}

/** The same, and the policy stops every kind of foreign script. */
async function expectOwnScriptsOfFrame(page: Frame): Promise<void> {
  await expectPolicyKept(page)
  await page.evaluate(addForeignScripts, FOREIGN_SCRIPT)
  await expect.poll(() => page.evaluate(() => window.violations.toSorted()), 'stopped scripts').toEqual(STOPPED)
  expect(await page.evaluate(() => window.foreignScripts), 'foreign scripts that ran').toEqual([])
  await page.evaluate(() => window.violations.splice(0))
}

/** The same for the frames of the page. */
export async function expectOwnScriptsOnly(page: Page): Promise<void> {
  for (const frame of page.frames()) await expectOwnScriptsOfFrame(frame)
}
