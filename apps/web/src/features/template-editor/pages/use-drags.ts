import type { FieldType, SigningField } from '@vialdesk/contract/documents/signing-fields'
import { type Dispatch, type PointerEvent as ReactPointerEvent, type RefObject, useMemo } from 'react'
import type { EditorAction } from '../state/editor-reducer.ts'
import type { Corner } from '../state/geometry.ts'
import { pageAt, rectOfPage } from './page-places.ts'

/** CSS pixels. A shorter movement is a click. */
const THRESHOLD = 4
const SNAP = 6
/** Near the upper and lower edge, a drag scrolls the pages. */
const EDGE = 36
const SCROLL_STEP = 14

export interface Point {
  clientX: number
  clientY: number
  altKey: boolean
}

interface Gesture {
  /** Called for every movement after the threshold. */
  onMove: (point: Point, step: string) => void
  onStop?: () => void
}

let gestures = 0
let running: { cancel: () => void } | undefined

/** Ends the running gesture, and undoes its changes. Returns whether there was one. */
export function cancelGesture(): boolean {
  const found = running
  found?.cancel()
  return found !== undefined
}

export const isGestureRunning = () => running !== undefined

/** Only towards the edge: a drag from the palette comes in over one. */
function scrollAtEdge(pages: HTMLElement, y: number, movedBy: number): void {
  const { top, bottom } = pages.getBoundingClientRect()
  if (y < top + EDGE && movedBy < 0) pages.scrollBy(0, -SCROLL_STEP)
  if (y > bottom - EDGE && movedBy > 0) pages.scrollBy(0, SCROLL_STEP)
}

/** Follows a pressed pointer until it is released, also outside of the frame. */
function follow(start: PointerEvent, pages: HTMLElement, dispatch: Dispatch<EditorAction>, { onMove, onStop }: Gesture): void {
  gestures += 1
  const step = `gesture ${gestures}`
  const listening = new AbortController()
  let moved = false
  let lastY = start.clientY
  const stop = () => {
    listening.abort()
    running = undefined
    onStop?.()
  }
  const cancel = () => {
    stop()
    dispatch({ type: 'cancel', step })
  }
  const move = (event: PointerEvent) => {
    if (!moved) {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < THRESHOLD) return
      moved = true
      pages.setPointerCapture(start.pointerId)
    }
    scrollAtEdge(pages, event.clientY, event.clientY - lastY)
    lastY = event.clientY
    onMove(event, step)
  }
  const release = () => {
    stop()
    if (moved) dispatch({ type: 'drop' })
  }
  running = { cancel }
  for (const [name, handle] of Object.entries({ pointermove: move, pointerup: release, pointercancel: cancel })) {
    const ofPointer = (event: Event) => event instanceof PointerEvent && event.pointerId === start.pointerId && handle(event)
    window.addEventListener(name, ofPointer, { signal: listening.signal })
  }
}

const fractionIn = (rect: DOMRect, x: number, y: number) => ({ x: (x - rect.left) / rect.width, y: (y - rect.top) / rect.height })

/** The Alt key turns snapping off. */
const toleranceIn = (rect: DOMRect, { altKey }: Point) => (altKey ? undefined : { x: SNAP / rect.width, y: SNAP / rect.height })

/** Drags of fields, of their corners and from the palette, by mouse, pen and finger. */
export function useDrags(pagesRef: RefObject<HTMLElement | null>, dispatch: Dispatch<EditorAction>) {
  return useMemo(() => {
    const start = (event: ReactPointerEvent, gestureOn: (pages: HTMLElement) => Gesture | undefined) => {
      const pages = pagesRef.current
      const gesture = pages && gestureOn(pages)
      if (gesture) follow(event.nativeEvent, pages, dispatch, gesture)
    }

    const startField = (event: ReactPointerEvent, { id, x, y, ...field }: SigningField) =>
      start(event, (pages) => {
        const from = rectOfPage(pages, field.page)
        if (!from) return undefined
        const grab = { x: event.clientX - from.left - x * from.width, y: event.clientY - from.top - y * from.height }
        let { page } = field
        const onMove = (point: Point, step: string) => {
          page = pageAt(pages, point.clientX, point.clientY)?.page ?? page
          const rect = rectOfPage(pages, page)
          if (!rect) return
          const place = fractionIn(rect, point.clientX - grab.x, point.clientY - grab.y)
          dispatch({ type: 'drag', step, id, page, ...place, tolerance: toleranceIn(rect, point) })
        }
        return { onMove }
      })

    const startCorner = (event: ReactPointerEvent, { id, page }: SigningField, corner: Corner) =>
      start(event, (pages) => ({
        onMove: (point, step) => {
          const rect = rectOfPage(pages, page)
          if (!rect) return
          const place = fractionIn(rect, point.clientX, point.clientY)
          dispatch({ type: 'dragCorner', step, id, corner, ...place, tolerance: toleranceIn(rect, point) })
        },
      }))

    /** The field appears when the pointer comes over a page, and then follows it. */
    const startPalette = (event: ReactPointerEvent, field: FieldType, shown: (point: Point | undefined) => void) =>
      start(event, (pages) => ({
        onMove: (point, step) => {
          const found = pageAt(pages, point.clientX, point.clientY)
          shown(found ? undefined : point)
          if (!found) return
          const { page, rect } = found
          const center = fractionIn(rect, point.clientX, point.clientY)
          dispatch({ type: 'dragNew', step, field, page, ...center, tolerance: toleranceIn(rect, point) })
        },
        onStop: () => shown(undefined),
      }))
    return { startField, startCorner, startPalette }
  }, [pagesRef, dispatch])
}
