import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BRAND_SHADE, contrast, darkenForWhiteText, shadesOf } from './color.ts'

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test('is 21 for black on white and 1 for equal colours', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('shades', () => {
  test('are valid colours, contain the brand colour, and end dark enough to read on white', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const shades = shadesOf(hex)
        for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        expect(shades[BRAND_SHADE]).toBe(hex)
        expect(contrast(shades[9], '#ffffff')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe('a brand colour under text', () => {
  test('has enough contrast with white or with black text', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const brand = darkenForWhiteText(hex)
        expect(Math.max(contrast(brand, '#ffffff'), contrast(brand, '#000000'))).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('stays as it is when it is pale or white text is readable on it', () => {
    expect(darkenForWhiteText('#17605c')).toBe('#17605c')
    expect(darkenForWhiteText('#ffd43b')).toBe('#ffd43b')
    expect(contrast(darkenForWhiteText('#228be6'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})
