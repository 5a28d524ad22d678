import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BRAND_SHADE, brandFaults, contrastOf, darkenForWhiteText, inkOn, nearestReadable, shadesOf } from './colors.ts'

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test('is 21 for black on white and 1 for equal colours', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('shades', () => {
  test('are valid colours, contain the brand colour, and end dark enough to read on white', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const shades = shadesOf(hex)
        for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        expect(shades[BRAND_SHADE]).toBe(hex)
        expect(contrastOf(shades[9], '#ffffff')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe('a brand colour under text', () => {
  test('has enough contrast with white or with black text', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const brand = darkenForWhiteText(hex)
        expect(Math.max(contrastOf(brand, '#ffffff'), contrastOf(brand, '#000000'))).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('stays as it is when it is pale or white text is readable on it', () => {
    expect(darkenForWhiteText('#17605c')).toBe('#17605c')
    expect(darkenForWhiteText('#ffd43b')).toBe('#ffd43b')
    expect(contrastOf(darkenForWhiteText('#228be6'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the nearest readable colour', () => {
  test('is readable on every ground, and is the colour itself if that is readable', () => {
    fc.assert(
      fc.property(anyHex, anyHex, (color, ground) => {
        const nearest = nearestReadable(color, ground)
        expect(contrastOf(nearest, ground)).toBeGreaterThanOrEqual(4.5)
        if (contrastOf(color, ground) >= 4.5) expect(nearest).toBe(color)
      }),
    )
  })

  test('keeps the hue and changes no more than needed', () => {
    expect(nearestReadable('#777777', '#ffffff')).toBe('#767676')
    expect(nearestReadable('#777777', '#000000')).toBe('#777777')
    const green = nearestReadable('#20c05a', '#ffffff')
    expect(contrastOf(green, '#ffffff')).toBeLessThan(4.6)
    expect(green).toBe('#01893b')
  })
})

describe('the colours of a brand', () => {
  test('are refused only when text misses the contrast, with a nearest colour that is accepted', () => {
    fc.assert(
      fc.property(anyHex, anyHex, (primary_color, login_color) => {
        const faults = brandFaults({ primary_color, login_color })
        const refused = (field: string) => faults.some((fault) => fault.field === field)
        expect(refused('primary_color')).toBe(contrastOf(primary_color, '#ffffff') < 4.5)
        expect(refused('login_color')).toBe(contrastOf(login_color, inkOn(login_color)) < 4.5)
        for (const { field, nearest, message } of faults) {
          expect(message).toContain(nearest)
          expect(brandFaults({ [field]: nearest })).toEqual([])
        }
      }),
    )
  })

  test('have no fault when they are not given, or are the colours of our own brands', () => {
    expect(brandFaults({})).toEqual([])
    expect(brandFaults({ primary_color: '#0b6e6e', login_color: null })).toEqual([])
    expect(brandFaults({ primary_color: '#0F766E', login_color: '#0b3b3a' })).toEqual([])
    expect(brandFaults({ primary_color: 'teal', login_color: '' })).toEqual([])
  })

  test('are explained with the contrast that they have', () => {
    const [fault] = brandFaults({ primary_color: '#ffd43b' })
    expect(fault?.message).toMatch(
      /^White text is hard to read on this colour: its contrast is 1\.4, and 4\.5 is needed\. The nearest colour that works is #[0-9a-f]{6}\.$/,
    )
  })
})
