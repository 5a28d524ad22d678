import { type RefObject, useEffect, useState } from 'react'

/** Primary actions of a screen: filled buttons, and the buttons that send a form. */
const ACTIONS = '#content :is([data-variant="filled"], [type="submit"])'
/** CSS pixels that stay free around an action. */
const GAP = 8

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

export const areTooClose = (a: Box, b: Box): boolean =>
  a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP

function coversAction(own: Element): boolean {
  const box = own.getBoundingClientRect()
  return [...document.querySelectorAll(ACTIONS)].some(
    (action) => action.checkVisibility() && areTooClose(action.getBoundingClientRect(), box),
  )
}

/** Whether a floating element lies over a primary action of the screen, now, after scrolling and after each change of the screen. */
export function useCoversAction(floating: RefObject<Element | null>): boolean {
  const [covers, setCovers] = useState(false)
  useEffect(() => {
    const content = document.querySelector('#content')
    if (!content) return
    let frame = 0
    const look = () => {
      frame = 0
      if (floating.current) setCovers(coversAction(floating.current))
    }
    // At most once a frame, whatever happens.
    const later = () => {
      frame ||= requestAnimationFrame(look)
    }
    later()
    const changes = new MutationObserver(later)
    changes.observe(content, { childList: true, subtree: true, attributeFilter: ['data-variant', 'style', 'class'] })
    const sizes = new ResizeObserver(later)
    sizes.observe(content)
    const end = new AbortController()
    addEventListener('scroll', later, { capture: true, passive: true, signal: end.signal })
    addEventListener('resize', later, { signal: end.signal })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      end.abort()
    }
  }, [floating])
  return covers
}
