/** Every brand that the server accepts is readable in both colour schemes. */
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { brandFaults, contrastOf, nearestReadable } from '@vialdesk/contract/base/colors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { buildCssVariables, buildTheme } from './theme.ts'

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** A brand as an admin can save it: a refused colour is replaced by the proposed one. */
const anyBrand = anyHex.map((color) => nearestReadable(color, '#ffffff'))

const configOf = (primary_color: string) => ({ brand: { primary_color, radius: 'md' } }) as PortalConfig

test('text in the brand colour and on it has enough contrast for every accepted brand, light and dark', () => {
  fc.assert(
    fc.property(anyBrand, (color) => {
      expect(brandFaults({ primary_color: color })).toEqual([])
      const config = configOf(color)
      const theme = mergeMantineTheme(DEFAULT_THEME, buildTheme(config))
      const { brand, gray, dark } = theme.colors
      expect(contrastOf(brand?.[6] as string, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      const variables = buildCssVariables(config)(theme)
      const colorOf = (scheme: 'light' | 'dark', name: string) => variables[scheme][`--mantine-${name}`] as string
      for (const ground of ['#ffffff', gray[0], gray[1]])
        expect(contrastOf(colorOf('light', 'color-anchor'), ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of [dark[6], dark[7], dark[8]])
        expect(contrastOf(colorOf('dark', 'color-anchor'), ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(colorOf('light', 'primary-color-filled-hover'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
