/** One theme, from the few tokens of a brand. Taste and contrast are settled here, once. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { contrast, isHex, type Shades, shadesOf } from '#web/lib/color.ts'
import type { PortalConfig } from '#web/lib/portal.ts'

/** Warm greys: paper rather than steel. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e2',
  '#dbd7d2',
  '#bfbab4',
  '#98928b',
  '#6f6a64',
  '#524e49',
  '#393633',
  '#23211f',
]
const dark: MantineColorsTuple = [
  '#e8e6e3',
  '#c9c5c0',
  '#a8a39c',
  '#7b766f',
  '#48453f',
  '#37342f',
  '#2a2825',
  '#1c1b19',
  '#161513',
  '#0f0e0d',
]

const WHITE = '#ffffff'
/** What light and dark text stand on. */
const paper = { light: gray[1], dark: dark[6] }
const READABLE = 4.5
/** A brand that is nearly readable under white gets its next deeper shade; a pale one gets dark text instead. */
const NEARLY = 2.6

/** The shade that buttons are filled with. */
function filledShade(shades: Shades, own: number): number {
  if (contrast(shades[own] ?? WHITE, WHITE) < NEARLY) return own
  const readable = shades.findIndex((shade, place) => place >= own && contrast(shade, WHITE) >= READABLE)
  return readable === -1 ? own : readable
}

const FALLBACK = '#17605c'

export function brandOf({ brand }: PortalConfig) {
  const hex = isHex(brand.primary_color) ? brand.primary_color.toLowerCase() : FALLBACK
  const { shades, own } = shadesOf(hex)
  const filled = filledShade(shades, own)
  const onLight = shades.find((shade) => contrast(shade, paper.light) >= READABLE) ?? (shades.at(-1) as string)
  const onDark = shades.findLast((shade) => contrast(shade, paper.dark) >= READABLE) ?? shades[0]
  return { shades, filled, onLight, onDark }
}

export const themeOf = (config: PortalConfig) => {
  const { shades, filled } = brandOf(config)
  return createTheme({
    colors: { brand: shades, gray, dark },
    primaryColor: 'brand',
    primaryShade: filled as 0,
    autoContrast: true,
    luminanceThreshold: 0.179,
    defaultRadius: config.brand.radius,
    respectReducedMotion: true,
    cursorType: 'pointer',
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    lineHeights: { md: '1.5' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1.125rem', lineHeight: '1.4' },
        h3: { fontSize: '1rem', lineHeight: '1.45' },
      },
    },
    components: {
      Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.4 }, closeButtonProps: { 'aria-label': 'Close' } } },
      Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.4 }, closeButtonProps: { 'aria-label': 'Close' } } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
      Alert: { defaultProps: { variant: 'light' } },
    },
  })
}

/** Contrast that Mantine's own variables do not reach: 4.5 for text, on paper and on tinted boxes, in both schemes. */
export function variablesOf(config: PortalConfig): CSSVariablesResolver {
  const { shades, filled, onLight, onDark } = brandOf(config)
  const lighter = contrast(shades[filled] ?? WHITE, WHITE) < READABLE
  const hover = shades[lighter ? Math.max(filled - 1, 0) : Math.min(filled + 1, 9)] as string
  const tones = ['red', 'green', 'yellow', 'blue', 'gray']
  const tinted = (shade: number) =>
    Object.fromEntries(tones.map((tone) => [`--mantine-color-${tone}-light-color`, `var(--mantine-color-${tone}-${shade})`]))
  const text = (color: string) => ({
    '--mantine-color-anchor': color,
    '--mantine-color-brand-text': color,
    '--mantine-color-brand-outline': color,
    '--mantine-color-brand-light-color': color,
    '--mantine-primary-color-light-color': color,
    '--mantine-primary-color-filled-hover': hover,
    '--mantine-color-brand-filled-hover': hover,
  })
  return () => ({
    variables: {},
    light: {
      ...text(onLight),
      ...tinted(9),
      '--mantine-color-yellow-light-color': '#7a4a00',
      '--mantine-color-green-light-color': '#1b6a32',
      '--mantine-color-text': gray[9],
      '--mantine-color-dimmed': gray[6],
      '--mantine-color-placeholder': gray[6],
      '--mantine-color-error': '#b42318',
      '--mantine-color-red-filled': '#b42318',
      '--mantine-color-red-filled-hover': '#912018',
      '--mantine-color-default-border': gray[2],
      '--vialdesk-rail': gray[0],
    },
    dark: {
      ...text(onDark),
      ...tinted(2),
      '--mantine-color-text': dark[0],
      '--mantine-color-dimmed': dark[2],
      '--mantine-color-placeholder': dark[2],
      '--mantine-color-error': '#ff9a8f',
      '--mantine-color-default-border': dark[5],
      '--vialdesk-rail': dark[8],
    },
  })
}
