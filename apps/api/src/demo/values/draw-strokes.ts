/** Draws the strokes of a pen as a PNG, for tests and seeds. The portal's image library may not read SVG (draw-picture.ts). */
import sharp, { type Sharp } from 'sharp'

export type Point = readonly [x: number, y: number]

interface Picture {
  width: number
  height: number
  /** The radius of the pen in pixels. */
  radius?: number
  /** Transparent by default. */
  background?: 'none' | 'white'
}

const INK = [17, 34, 51] as const
const WHITE = [255, 255, 255, 255]
const steps = ([x1, y1]: Point, [x2, y2]: Point) => Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) * 2))

/** The points of a line, half a pixel apart. */
function pointsOf(line: readonly Point[]): Point[] {
  if (line.length === 1) return [...line]
  return line.slice(1).flatMap((to, index) => {
    const from = line[index] as Point
    const count = steps(from, to)
    return Array.from({ length: count + 1 }, (_, n): Point => {
      const part = n / count
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    })
  })
}

/** Each stroke is a line through its points; a single point gives a dot. */
export function drawStrokes(
  strokes: readonly (readonly Point[])[],
  { width, height, radius = 2, background = 'none' }: Picture,
): Sharp {
  const pixels = Buffer.alloc(width * height * 4)
  if (background === 'white') for (let at = 0; at < pixels.length; at += 4) pixels.set(WHITE, at)
  for (const [left, top] of strokes.flatMap(pointsOf))
    for (let y = Math.max(0, Math.ceil(top - radius)); y <= Math.min(height - 1, top + radius); y += 1)
      for (let x = Math.max(0, Math.ceil(left - radius)); x <= Math.min(width - 1, left + radius); x += 1)
        if (Math.hypot(x - left, y - top) <= radius) pixels.set([...INK, 255], (y * width + x) * 4)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/** A signature with loops, in a picture of 460 × 140 pixels. Each seed gives another one. */
export function drawSignature(seed: number): Promise<Buffer> {
  const line = Array.from({ length: 600 }, (_, n): Point => {
    const t = n / 599
    const x = 30 + 380 * t + 26 * Math.sin(t * (24 + (seed % 7)))
    return [x, 70 + (1 - t * 0.6) * (38 * Math.sin(t * (31 + (seed % 5))) + 12 * Math.cos(t * (11 + (seed % 3))))]
  })
  return drawStrokes([line], { width: 460, height: 140 }).png().toBuffer()
}
