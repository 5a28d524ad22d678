/** Accessibility checks with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { untilQuiet } from './quiet.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits for animations to end. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(running.map((animation) => animation.finished))
  })
}

/** Which part of the page axe judges. A role's menu and bar are judged once, on its dashboard (everywhere/screens). */
interface Part {
  withMenu?: boolean
}

interface Checked extends Part {
  runOnly: { type: 'tag' | 'rule'; values: string[] }
}

/**
 * The program text of axe, which is loaded into each frame of a page once. There are no frames of other hosts. A fault is named by its selector:
 * axe need not keep the source of every element.
 */
const axeText = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
;axe.configure({ noHtml: true })`

/**
 * Judges an open dialog alone, because the screen behind it is judged without it. Otherwise the page is judged without menu and bar, which are
 * the same on every screen. Of the rows of tables and lists with the same elements, attributes and styles, the first stands for all: axe would
 * take twice as long for all of them.
 */
async function findViolationsIn(frame: Frame, { withMenu = false, ...options }: Checked): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeText)
  return frame.evaluate(
    async ({ withMenu, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const dialogs = [...document.querySelectorAll('[aria-modal="true"]')].filter((dialog) => dialog.checkVisibility())
      const exclude = withMenu ? [] : [...document.querySelectorAll('nav[aria-label="Main menu"], header:has(+ nav)')]
      const describe = (part: Element) => {
        const looks = [...part.attributes].filter(({ name }) => /^(class|style|role|type|data-)/.test(name))
        return [part.tagName, part.hasChildNodes(), part.getAttributeNames(), ...looks.map(({ value }) => value)].join()
      }
      const kinds = new Set<string>()
      for (const row of document.querySelectorAll('tbody tr, main li, [aria-modal="true"] li')) {
        if (exclude.some((part) => part.contains(row))) continue
        const kind = [row, ...row.querySelectorAll('*')].map(describe).join(';')
        if (kinds.has(kind)) exclude.push(row)
        kinds.add(kind)
      }
      const context = dialogs.length > 0 ? { include: dialogs, exclude } : { include: document, exclude }
      // Details of what is right, and loading styles that are already loaded, would take a third of the time.
      const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'], preload: false, iframes: false })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { withMenu, options },
  )
}

/** The page, and what it shows in frames, such as a document to sign. */
const findViolations = async (page: Page, checked: Checked): Promise<string[]> =>
  (await Promise.all(page.frames().map((frame) => findViolationsIn(frame, checked)))).flat()

/** A fault has to last: a screen that changes while axe reads it can look faulty for a moment. */
async function expectNoViolations(page: Page, checked: Checked, subject: string): Promise<void> {
  if ((await findViolations(page, checked)).length === 0) return
  await untilQuiet(page)
  await waitForAnimations(page)
  expect(await findViolations(page, checked), `${subject} of ${new URL(page.url()).pathname}`).toEqual([])
}

/** Fails with the rule and the element of every accessibility fault on the screen. */
export async function expectAccessible(page: Page, part: Part = {}): Promise<void> {
  await untilQuiet(page)
  await waitForAnimations(page)
  await expectNoViolations(page, { runOnly: { type: 'tag', values: TAGS }, ...part }, 'barriers')
}

/** The other colour scheme changes only colours, so only contrast is checked. */
export async function expectContrast(page: Page, scheme: 'light' | 'dark', part: Part = {}): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await waitForAnimations(page)
  await expectNoViolations(page, { runOnly: { type: 'rule', values: ['color-contrast'] }, ...part }, 'unreadable text')
}
