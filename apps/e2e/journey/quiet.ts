/** The portal says itself when it is at work (`data-busy`, web/lib/browser/activity.ts). */
import type { Page } from '@playwright/test'

/** Waits until no request, navigation or pause in typing is under way. The page tells when: to ask with each frame would keep it at work. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const root = document.documentElement
        const observer = new MutationObserver(() => look())
        const look = () => {
          if (document.readyState !== 'complete' || root.hasAttribute('data-busy')) return
          observer.disconnect()
          document.removeEventListener('readystatechange', look)
          resolve(true)
        }
        observer.observe(root, { attributeFilter: ['data-busy'] })
        document.addEventListener('readystatechange', look)
        look()
      }),
  )
}
