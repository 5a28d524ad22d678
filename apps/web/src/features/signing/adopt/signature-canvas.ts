/** Pictures of signatures on a canvas. */
import type { RefObject } from 'react'
import type { SignatureType } from '../fields/field-form.ts'
import { inkBox, NO_SIGNATURE, type Picture } from './ink.ts'

/** Pixels of the stored picture: sharp on paper, and far below the limit of the server. */
const MAX_WIDTH = 900
const MAX_HEIGHT = 360
const MARGIN = 6

export function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return { canvas, context: contextOf(canvas) }
}

function contextOf(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot draw.')
  return context
}

export const toPicture = (canvas: HTMLCanvasElement): Picture => contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)

/** The ink with a small margin, as a transparent PNG in a data URL. */
export function trimmedPng(canvas: HTMLCanvasElement): string {
  const box = inkBox(toPicture(canvas))
  if (!box) throw new Error(NO_SIGNATURE)
  const scale = Math.min(1, MAX_WIDTH / box.width, MAX_HEIGHT / box.height)
  const [width, height] = [box.width * scale, box.height * scale]
  const trimmed = newCanvas(width + 2 * MARGIN, height + 2 * MARGIN)
  trimmed.context.imageSmoothingQuality = 'high'
  trimmed.context.drawImage(canvas, box.left, box.top, box.width, box.height, MARGIN, MARGIN, width, height)
  return trimmed.canvas.toDataURL('image/png')
}

/** Gives the canvas with the signature, if there is one; throws a sentence for the signer. */
export type TakeCanvas = () => Promise<HTMLCanvasElement> | HTMLCanvasElement | undefined

/** Of each way to make a signature. */
export interface TabProps {
  type: SignatureType
  /** Set by the tab that is shown. */
  take: RefObject<TakeCanvas | null>
  onChange: () => void
}
