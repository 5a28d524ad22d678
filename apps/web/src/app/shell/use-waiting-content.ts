import { type RefObject, useLayoutEffect } from 'react'

const LOADING = '[data-loading]'
const WAITING = 'data-waits'

/** The parts of a screen stand below each other: as its own children, and in stacks. */
const groupsOf = (content: Element) => [content, ...content.querySelectorAll('.mantine-Stack-root')]

function markWaiting(content: Element): void {
  const waiting = new Set<Element>()
  if (content.querySelector(LOADING)) {
    for (const { children } of groupsOf(content)) {
      const parts = [...children]
      const first = parts.findIndex((part) => part.matches(LOADING) || part.querySelector(LOADING))
      if (first >= 0) for (const part of parts.slice(first + 1)) waiting.add(part)
    }
  }
  for (const part of content.querySelectorAll(`[${WAITING}]`)) if (!waiting.has(part)) part.removeAttribute(WAITING)
  for (const part of waiting) part.setAttribute(WAITING, '')
}

/**
 * Marks content below a part that still loads with `data-waits`: its place is not known yet, and nothing that is visible may move. Parts
 * next to each other do not wait. Style sheets could say this with `:has()`, but Chromium does not always notice there that a part has loaded.
 */
export function useWaitingContent(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const content = ref.current
    if (!content) return
    const observer = new MutationObserver(() => markWaiting(content))
    observer.observe(content, { subtree: true, childList: true, attributeFilter: ['data-loading'] })
    markWaiting(content)
    return () => observer.disconnect()
  }, [ref])
}
