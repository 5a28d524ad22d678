import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

/** CSS pixels. Below this width, the text of a page that fits the screen is too small for typing. */
const NARROW = 600
const TYPING_ZOOM = 2

/** Fields on a phone are filled at a larger zoom, so that their text can be read and hit. */
export function usePhoneZoom(content: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const zoomIn = () => {
    const isNarrow = (content.current?.clientWidth ?? NARROW) < NARROW
    // The next field is scrolled to, where it is at the new zoom.
    if (isNarrow && zoom < TYPING_ZOOM) flushSync(() => setZoom(TYPING_ZOOM))
  }
  return { zoom, setZoom, zoomIn }
}
