import { describe, expect, test } from 'vitest'
import { hasDevelopmentPackages, misplacedPackages, missingPlatformPackages, stalePackages } from './installed-packages.mjs'

describe('packages', () => {
  const lock = {
    '': { optionalDependencies: { 'node-x': '1' } },
    'node_modules/a': { version: '1', optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
    'node_modules/a-linux': { version: '1', optional: true },
    'node_modules/node-x': { version: '1', optional: true, os: ['linux'] },
  }
  const machine = { platform: 'linux', arch: 'x64' }

  test('names the platform package that the lock file lacks', () => {
    expect(missingPlatformPackages(lock)).toEqual(['a-mac, required by node_modules/a'])
  })
  test('lists missing and changed packages, optional ones only if the project lists them for this platform', () => {
    expect(stalePackages(lock, {}, machine)).toEqual(['node_modules/a', 'node_modules/node-x'])
    expect(stalePackages(lock, {}, { ...machine, platform: 'darwin' })).toEqual(['node_modules/a'])
    expect(stalePackages(lock, { 'node_modules/a': { version: '2' }, 'node_modules/node-x': { version: '1' } }, machine)).toEqual(
      ['node_modules/a'],
    )
    expect(stalePackages(lock, { 'node_modules/a': { version: '1' }, 'node_modules/node-x': { version: '1' } }, machine)).toEqual(
      [],
    )
  })
  test('does not need development packages to serve, and finds them', () => {
    const withTool = { ...lock, 'node_modules/tool': { version: '1', dev: true } }
    expect(stalePackages(withTool, {}, machine)).toContain('node_modules/tool')
    expect(stalePackages(withTool, {}, machine, false)).toEqual(['node_modules/a', 'node_modules/node-x'])
    expect([lock, withTool].map(hasDevelopmentPackages)).toEqual([false, true])
  })

  test('belong to a server only if the api needs them, and lie where the image looks for them', () => {
    const tool = { version: '1', dev: true }
    const sound = { ...lock, 'apps/web': { version: '1' }, 'apps/web/node_modules/tool': tool }
    expect(misplacedPackages(sound)).toEqual([])
    expect(
      misplacedPackages({
        ...sound,
        'apps/web': { dependencies: { react: '1' } },
        'apps/api/node_modules/a': { version: '2' },
      }),
    ).toEqual([
      'react of apps/web belongs to its devDependencies',
      'apps/api/node_modules/a is outside node_modules of the root: make package-lock.json again',
    ])
  })
})
