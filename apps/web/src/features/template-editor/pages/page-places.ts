/** Finds the pages on screen. `pages` is the element that scrolls. */

interface PageOnScreen {
  page: number
  rect: DOMRect
}

/** Every page carries its number (`PdfPage`). */
function pagesOnScreen(pages: HTMLElement): PageOnScreen[] {
  return [...pages.querySelectorAll<HTMLElement>('[data-page]')].map((each) => ({
    page: Number(each.dataset.page),
    rect: each.getBoundingClientRect(),
  }))
}

export const pageAt = (pages: HTMLElement, x: number, y: number): PageOnScreen | undefined =>
  pagesOnScreen(pages).find(({ rect }) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom)

export const rectOfPage = (pages: HTMLElement, page: number): DOMRect | undefined =>
  pagesOnScreen(pages).find((each) => each.page === page)?.rect

const overlap = (a: DOMRect, b: DOMRect) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)

/** The page that takes the most room, and the middle of its visible part as fractions. */
export function visiblePage(pages: HTMLElement): { page: number; x: number; y: number } | undefined {
  const view = pages.getBoundingClientRect()
  const [most] = pagesOnScreen(pages).sort((a, b) => overlap(b.rect, view) - overlap(a.rect, view))
  if (!most) return undefined
  const { rect } = most
  const middle = (Math.max(rect.top, view.top) + Math.min(rect.bottom, view.bottom)) / 2
  const center = (Math.max(rect.left, view.left) + Math.min(rect.right, view.right)) / 2
  return { page: most.page, x: (center - rect.left) / rect.width, y: (middle - rect.top) / rect.height }
}

/** CSS pixels above a page that was jumped to. */
const MARGIN = 12

export function scrollToPage(pages: HTMLElement, page: number): void {
  const rect = rectOfPage(pages, page)
  if (rect) pages.scrollTo({ top: pages.scrollTop + rect.top - pages.getBoundingClientRect().top - MARGIN })
}
