/** The theme, built from the brand. Defaults of components and contrast are defined here. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { BRAND_SHADE, contrastOf, darkenForWhiteText, isHex, READABLE, shadesOf } from '@vialdesk/contract/base/colors'
import type { PortalConfig } from '#web/lib/browser/portal.ts'

/** Warm greys. */
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

/** Status colours, the same for every brand. */
const meanings = {
  red: shadesOf('#c4291c'),
  green: shadesOf('#237a45'),
  yellow: shadesOf('#d99a10'),
  blue: shadesOf('#2563c9'),
}

/** The most tinted background of brand-coloured text in each colour scheme. */
const paper = { light: gray[1], dark: dark[6] }
/** Opacity of tints on a dark background, in hexadecimal: a quarter. */
const TINT = '40'
const FALLBACK = '#17605c'

/** The brand's shades, and its text colours on light and dark backgrounds. */
function brandOf({ brand }: PortalConfig) {
  const hex = isHex(brand.primary_color) ? brand.primary_color.toLowerCase() : FALLBACK
  const shades = shadesOf(darkenForWhiteText(hex))
  const onLight = shades.slice(BRAND_SHADE).find((shade) => contrastOf(shade, paper.light) >= READABLE + 0.6) ?? shades[9]
  const onDark =
    shades.slice(0, BRAND_SHADE + 1).findLast((shade) => contrastOf(shade, paper.dark) >= READABLE + 0.6) ?? shades[0]
  return { shades, onLight, onDark }
}

/** The title bar of a dialog must not be a second banner landmark. */
const dialogProps = {
  overlayProps: { backgroundOpacity: 0.4 },
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
}

/**
 * The list itself scrolls (theme.css): keyboards cannot reach a scroll area around it. It opens on a click, a key or typing; a form that
 * focuses an invalid field must not cover the fields below it.
 */
const listProps = { withScrollArea: false, openOnFocus: false }

export const buildTheme = (config: PortalConfig) => {
  const { shades } = brandOf(config)
  return createTheme({
    colors: { brand: shades, gray, dark, ...meanings },
    primaryColor: 'brand',
    primaryShade: BRAND_SHADE,
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
      Modal: { defaultProps: dialogProps },
      Drawer: { defaultProps: dialogProps },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 250, portalProps: { target: '#content' } } },
      // Descriptions are below fields, so that fields in a row stay aligned. Those of groups are above the options.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      RadioGroup: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
      CheckboxGroup: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
      Alert: { defaultProps: { variant: 'light' } },
      Select: { defaultProps: listProps },
      MultiSelect: { defaultProps: listProps },
      // A long text grows while it is typed.
      Textarea: { defaultProps: { autosize: true, minRows: 2 } },
      Autocomplete: { defaultProps: { openOnFocus: false } },
      // A number that is too large is refused, never changed without a word.
      NumberInput: { defaultProps: { clampBehavior: 'none' } },
    },
  })
}

/** Replaces Mantine's variables that miss a contrast of 4.5 for text, on plain and tinted backgrounds, in both schemes. */
export function buildCssVariables(config: PortalConfig): CSSVariablesResolver {
  const { shades, onLight, onDark } = brandOf(config)
  // A filled button must stay readable on hover.
  const hover = contrastOf(shades[BRAND_SHADE], '#ffffff') < READABLE ? shades[5] : shades[7]
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
  const grounds = Object.entries({ brand: shades, ...meanings })
  const glow = Object.fromEntries(grounds.map(([tone, of]) => [`--mantine-color-${tone}-light`, `${of[BRAND_SHADE]}${TINT}`]))
  return () => ({
    variables: {},
    light: {
      ...text(onLight),
      ...tinted(9),
      '--mantine-color-text': gray[9],
      '--mantine-color-dimmed': gray[6],
      '--mantine-color-placeholder': gray[6],
      '--mantine-color-error': meanings.red[BRAND_SHADE],
      '--mantine-color-default-border': gray[2],
      '--vialdesk-rail': gray[0],
    },
    dark: {
      ...text(onDark),
      ...tinted(2),
      ...glow,
      '--mantine-primary-color-light': `${shades[BRAND_SHADE]}${TINT}`,
      '--mantine-color-gray-light': dark[5],
      '--mantine-color-text': dark[0],
      '--mantine-color-dimmed': dark[2],
      '--mantine-color-placeholder': dark[2],
      '--mantine-color-error': meanings.red[3],
      '--mantine-color-default-border': dark[5],
      '--vialdesk-rail': dark[8],
    },
  })
}
