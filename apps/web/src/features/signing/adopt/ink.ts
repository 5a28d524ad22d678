/**
 * The ink of a signature picture: its bounds, and whether it is a signature at all. The server checks the same again. A blank,
 * tiny or straight stroke is refused, because it tells nothing about the signer.
 */
export interface Picture {
  /** Red, green, blue and opacity of each pixel. */
  data: Uint8ClampedArray
  width: number
  height: number
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export const NO_SIGNATURE = 'There is no signature yet.'

/** Opacity from which a pixel is ink, of 255. */
const INK = 64
/** Pixels of the picture. */
const MIN_WIDTH = 30
const MIN_HEIGHT = 12
/** A stroke is straight if it is at most this part of its length thick. */
const STRAIGHT = 0.06

const isInk = ({ data }: Picture, pixel: number) => (data[pixel * 4 + 3] ?? 0) >= INK

/** The smallest box around the ink; undefined without ink. */
export function inkBox(picture: Picture): Box | undefined {
  const { width, height } = picture
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(picture, y * width + x)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Length and thickness of the ink along its main direction, in standard deviations. */
function spread(picture: Picture): { length: number; thickness: number } {
  const { width, height } = picture
  let [n, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(picture, y * width + x)) continue
      n += 1
      sx += x
      sy += y
      sxx += x * x
      syy += y * y
      sxy += x * y
    }
  }
  const [xx, yy, xy] = [sxx / n - (sx / n) ** 2, syy / n - (sy / n) ** 2, sxy / n - (sx * sy) / n ** 2]
  const half = (xx + yy) / 2
  const root = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2)
  return { length: Math.sqrt(half + root), thickness: Math.sqrt(Math.max(half - root, 0)) }
}

/** Why the picture is no signature, as a sentence; undefined if it is one. */
export function inkProblem(picture: Picture): string | undefined {
  const box = inkBox(picture)
  if (!box) return NO_SIGNATURE
  if (box.width < MIN_WIDTH && box.height < MIN_WIDTH) return 'This signature is too small. Make it larger.'
  const { length, thickness } = spread(picture)
  if (thickness < length * STRAIGHT) return 'A straight line is not a signature. Sign as you do on paper.'
  if (box.width < MIN_HEIGHT || box.height < MIN_HEIGHT) return 'This signature is too small. Make it larger.'
  return undefined
}

/** Brightness from which a pixel is paper, and below which it is ink, of 255. */
const PAPER = 200
const DARK = 120

/**
 * Makes the paper of a photo or scan transparent and the ink dark. A picture that is transparent already stays as it is.
 */
export function removePaper({ data, width, height }: Picture): void {
  const pixels = width * height
  let clear = 0
  for (let pixel = 0; pixel < pixels; pixel++) if ((data[pixel * 4 + 3] ?? 255) < 128) clear += 1
  if (clear > pixels * 0.05) return
  for (let at = 0; at < data.length; at += 4) {
    const light = 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
    const ink = (PAPER - light) / (PAPER - DARK)
    data[at + 3] = Math.round(255 * Math.min(Math.max(ink, 0), 1))
  }
}
