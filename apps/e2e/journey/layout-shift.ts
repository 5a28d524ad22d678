/** Measures how far a page moves by itself while its content loads: the layout shift of the browser. */
import type { Page } from '@playwright/test'

/** One move: its score, and what moved. */
interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    takeShifts: () => Shift[]
  }
}

/** From the next page on. Moves that follow an input of the user are no surprise, so they do not count. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type ShiftEntry = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    let shifts: Shift[] = []
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element ? `${element.tagName.toLowerCase()} '${element.textContent?.trim().slice(0, 40)}'` : 'a removed element'
    }
    const observer = new PerformanceObserver((list) => keep(list.getEntries()))
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as ShiftEntry[]) {
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} ${Math.round(from.x)},${Math.round(from.y)} → ${Math.round(to.x)},${Math.round(to.y)}`,
        )
        if (!hadRecentInput) shifts.push({ value, moved })
      }
    }
    observer.observe({ type: 'layout-shift', buffered: true })
    window.takeShifts = () => {
      keep(observer.takeRecords())
      const taken = shifts
      shifts = []
      return taken
    }
  })

/** The moves since the last call, and their sum. */
export async function takeShifts(page: Page): Promise<{ sum: number; moved: string[] }> {
  const shifts = await page.evaluate(async () => {
    // The browser tells of a move after the frame that shows it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return window.takeShifts()
  })
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved.join('; ')}`),
  }
}
