import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, shadesOf } from './color.ts'

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test('is that of the recommendation at its ends', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('shades', () => {
  test('hold the brand colour itself', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const { shades, own } = shadesOf(hex)
        expect(shades[own]).toBe(hex)
      }),
    )
  })

  test('of any brand are colours, and dark enough at the end to be read on white', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const { shades } = shadesOf(hex)
        for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        expect(Math.max(...shades.map((shade) => contrast(shade, '#ffffff')))).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
