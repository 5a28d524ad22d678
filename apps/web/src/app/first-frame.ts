import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'
import { type BrowserSession, session } from '#web/lib/session/session.ts'
import marks from '#web/ui/layout/brand-mark.module.css'
import classes from './first-frame.module.css'

/** CSS pixels, as in `BrandMark`. */
const SIZE = 30

const isDark = () => {
  const chosen = browserStorage.get('color-scheme')
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string | undefined, text = '') {
  const made = document.createElement(tag)
  made.className = className ?? ''
  made.textContent = text
  return made
}

function brandMark({ domain: { name }, logo }: PortalConfig): HTMLElement {
  if (logo) {
    const image = element('img', marks.logo)
    Object.assign(image, { src: logo, alt: name })
    image.style.height = `${SIZE}px`
    return image
  }
  const initial = element('span', `${marks.initial} ${classes.initial}`, [...name.trim()][0]?.toUpperCase())
  Object.assign(initial.style, { width: `${SIZE}px`, height: `${SIZE}px`, fontSize: `${SIZE / 2}px` })
  initial.ariaHidden = 'true'
  const mark = element('span', marks.mark)
  mark.append(initial, element('span', marks.name, name))
  return mark
}

/** The user of a page that begins with the bar of the portal: one that begins with the dashboard. */
export const viewerOfFirstFrame = (): BrowserSession | undefined => (location.pathname === '/dashboard' ? session() : undefined)

/** Draws the bar of the portal while React is on its way. React replaces it by the same bar with its buttons. */
export function drawFirstFrame(root: HTMLElement, config: PortalConfig): void {
  document.documentElement.dataset.mantineColorScheme = isDark() ? 'dark' : 'light'
  const bar = element('header', classes.bar)
  bar.ariaBusy = 'true'
  bar.style.setProperty('--brand', config.brand.primary_color)
  bar.append(brandMark(config))
  root.replaceChildren(bar)
}
