import { describe, expect, test } from 'vitest'
import { licenseFaults, vulnerabilityFaults } from './packages.ts'

describe('licences', () => {
  const component = (name: string, ...licenses: object[]) => ({ name, version: '1.0.0', licenses })

  test('accepts permissive licences, alone and together', () => {
    expect(
      licenseFaults({
        components: [
          component('a', { license: { id: 'MIT' } }),
          component('b', { expression: '(MIT AND Zlib)' }),
          component('@img/sharp-libvips-linux-x64', { license: { id: 'LGPL-3.0-or-later' } }),
        ],
      }),
    ).toEqual([])
  })
  test('names packages with another licence or none, and an empty list', () => {
    expect(
      licenseFaults({
        components: [
          component('a', { license: { id: 'GPL-3.0-only' } }),
          component('b', { expression: 'MIT AND LGPL-3.0-or-later' }),
          component('c'),
        ],
      }),
    ).toEqual([
      'a 1.0.0 has the licence GPL-3.0-only',
      'b 1.0.0 has the licence MIT, LGPL-3.0-or-later',
      'c 1.0.0 has the licence none',
    ])
    expect(licenseFaults({})).toEqual(['the bill of materials is empty'])
  })
})

describe('vulnerabilities', () => {
  test('names severe ones only', () => {
    const vulnerabilities = {
      a: { severity: 'critical', range: '<2' },
      b: { severity: 'high', range: '1.x' },
      c: { severity: 'moderate', range: '*' },
    }
    expect(vulnerabilityFaults({ vulnerabilities })).toEqual([
      'a <2 has a critical vulnerability: see npm audit',
      'b 1.x has a high vulnerability: see npm audit',
    ])
    expect(vulnerabilityFaults({ vulnerabilities: {} })).toEqual([])
  })
  test('knows nothing without an answer of the registry', () => {
    expect(vulnerabilityFaults({})).toBeUndefined()
  })
})
