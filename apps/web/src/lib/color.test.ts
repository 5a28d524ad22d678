import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, OWN, readable, shadesOf } from './color.ts'

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test('is that of the recommendation at its ends', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('shades', () => {
  test('of any brand are colours, hold it in its place, and end dark enough to be read on white', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const shades = shadesOf(hex)
        for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        expect(shades[OWN]).toBe(hex)
        expect(contrast(shades[9], '#ffffff')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe('a readable brand', () => {
  test('always bears either white or black text', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const brand = readable(hex)
        expect(Math.max(contrast(brand, '#ffffff'), contrast(brand, '#000000'))).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('is the brand itself where white can be read on it, or it is pale', () => {
    expect(readable('#17605c')).toBe('#17605c')
    expect(readable('#ffd43b')).toBe('#ffd43b')
    expect(contrast(readable('#228be6'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})
