/**
 * The colours of a brand: their shades and their contrast. Shades are computed in OKLCH, where equal steps look equal. Contrast is
 * defined by WCAG.
 * https://bottosson.github.io/posts/oklab/ · https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
interface Oklch {
  lightness: number
  chroma: number
  /** Radians. */
  hue: number
}

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const toGamma = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)

/** Linear red, green and blue, 0 to 1, of `#rrggbb`. */
function linearOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [toLinear((value >> 16) / 255), toLinear(((value >> 8) & 255) / 255), toLinear((value & 255) / 255)]
}

function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma: Math.hypot(x, y), hue: Math.atan2(y, x) }
}

function linearFrom({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const x = chroma * Math.cos(hue)
  const y = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const fits = (channels: number[]) => channels.every((channel) => channel >= -0.0005 && channel <= 1.0005)

/** The nearest colour that a screen can show: chroma is reduced until the colour fits. */
function hexFrom(color: Oklch): string {
  let { chroma } = color
  while (chroma > 0 && !fits(linearFrom({ ...color, chroma }))) chroma = Math.max(0, chroma - 0.004)
  const channels = linearFrom({ ...color, chroma }).map((channel) => Math.round(toGamma(Math.min(1, Math.max(0, channel))) * 255))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Contrast that text needs (WCAG AA). */
export const READABLE = 4.5
const WHITE = '#ffffff'
/** Dark text on a light ground. */
const INK = '#161513'

/** White where white text is readable, else nearly black. */
export const inkOn = (ground: string) => (contrastOf(ground, WHITE) >= READABLE ? WHITE : INK)

export const isHex = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

export type Shades = [string, string, string, string, string, string, string, string, string, string]

/** The index of the brand colour among its shades. The theme uses it as the filled shade. */
export const BRAND_SHADE = 6
/** Share of the chroma by shade. Pale and deep shades need less, or they look too colourful. */
const vividness = [0.14, 0.26, 0.46, 0.68, 0.85, 0.95, 1, 1, 0.95, 0.85]
/** Position of each pale shade between white (0) and the brand colour (1). */
const rise = [0.04, 0.1, 0.22, 0.38, 0.58, 0.8]

/** Ten shades from pale to deep with the colour itself at `BRAND_SHADE`. The deepest is always readable on white. */
export function shadesOf(hex: string): Shades {
  const own = oklchOf(hex)
  const deepest = Math.max(0.08, Math.min(0.36, own.lightness - 0.2))
  const lightness = (place: number) =>
    place < BRAND_SHADE
      ? 0.99 - (0.99 - own.lightness) * (rise[place] ?? 0)
      : own.lightness + ((deepest - own.lightness) * (place - BRAND_SHADE)) / 3
  const shades = vividness.map((share, place) =>
    place === BRAND_SHADE ? hex : hexFrom({ lightness: lightness(place), chroma: own.chroma * share, hue: own.hue }),
  )
  return shades as Shades
}

/** Below this contrast with white, a colour is pale: it gets dark text and is not changed. */
const PALE = 2.6

/** Darkens a colour until white text is readable on it. Pale colours stay as they are. */
export function darkenForWhiteText(hex: string): string {
  if (contrastOf(hex, WHITE) < PALE) return hex
  const color = oklchOf(hex)
  let deep = hex
  while (contrastOf(deep, WHITE) < READABLE) {
    color.lightness -= 0.005
    deep = hexFrom(color)
  }
  return deep
}

/** Difference of OKLCH lightness between two tried colours: about one step of a channel. */
const LIGHTNESS_STEP = 0.002

/** The colour itself if text in it is readable on the ground, else the nearest colour of the same hue that is. */
export function nearestReadable(color: string, ground: string): string {
  const own = oklchOf(color)
  const isReadable = (hex: string) => contrastOf(hex, ground) >= READABLE
  if (isReadable(color)) return color
  for (let way = LIGHTNESS_STEP; way <= 1 + LIGHTNESS_STEP; way += LIGHTNESS_STEP) {
    const tried = [own.lightness - way, own.lightness + way].map((lightness) =>
      hexFrom({ ...own, lightness: Math.min(1, Math.max(0, lightness)) }),
    )
    const found = tried.find(isReadable)
    if (found) return found
  }
  return inkOn(ground)
}

const lightnessApart = (one: string, other: string) => Math.abs(oklchOf(one).lightness - oklchOf(other).lightness)

export interface BrandFault {
  field: 'primary_color' | 'login_color'
  color: string
  /** The nearest colour that is accepted. */
  nearest: string
  message: string
}

const faultOf = (field: BrandFault['field'], color: string, nearest: string, reason: string): BrandFault[] =>
  color === nearest ? [] : [{ field, color, nearest, message: `${reason} The nearest colour that works is ${nearest}.` }]

/**
 * The colours of a brand that miss WCAG AA. The primary colour is the ground of white text, and text and lines on white paper. The login
 * colour is the ground of white or dark text. A missing or malformed colour has no fault.
 */
export function brandFaults(brand: {
  primary_color?: string | undefined
  login_color?: string | null | undefined
}): BrandFault[] {
  const [primary, login] = [brand.primary_color, brand.login_color].map((color) =>
    color && isHex(color) ? color.toLowerCase() : undefined,
  )
  const faults: BrandFault[] = []
  if (primary) {
    const contrast = contrastOf(primary, WHITE).toFixed(1)
    const reason = `White text is hard to read on this colour: its contrast is ${contrast}, and ${READABLE} is needed.`
    faults.push(...faultOf('primary_color', primary, nearestReadable(primary, WHITE), reason))
  }
  if (login) {
    const nearest = [WHITE, INK]
      .map((ink) => nearestReadable(login, ink))
      .toSorted((one, other) => lightnessApart(one, login) - lightnessApart(other, login))[0] as string
    faults.push(...faultOf('login_color', login, nearest, 'Neither white nor dark text is easy to read on this colour.'))
  }
  return faults
}
