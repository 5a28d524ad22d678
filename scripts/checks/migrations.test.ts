import { describe, expect, test } from 'vitest'
import { type Frozen, freeze, migrationFaults } from './migrations.ts'

const folder = 'apps/api/src/db/migrations/'
const migration = (name: string, text = `create table t_${name.slice(0, 3)} (id int);\n`) => ({
  path: `${folder}${name}.sql`,
  text,
})
const unreleased = '# Changelog\n\n## [Unreleased]\n'
const changelogOf = (...versions: string[]) =>
  `${unreleased}${versions.map((version) => `\n## [${version}] - 2026-12-01\n`).join('')}`

const first = [migration('010-base'), migration('020-users')]
const before: Frozen = { migrations: first, released: { version: null, checksums: {} }, changelog: unreleased }
const release = (frozen: Frozen): Frozen => ({ ...frozen, released: freeze(frozen) })
const after = release({ ...before, changelog: changelogOf('0.1.0') })

describe('before the first release', () => {
  test('migrations may change', () => {
    expect(migrationFaults(before)).toEqual([])
    expect(migrationFaults({ ...before, migrations: [migration('015-other')] })).toEqual([])
  })
  test('nothing is frozen', () => {
    expect(() => freeze(before)).toThrow('CHANGELOG.md has no part for a release yet')
  })
})

describe('from the first release on', () => {
  test('a release freezes all migrations, and is refused until it does', () => {
    expect(migrationFaults({ ...before, changelog: changelogOf('0.1.0') })).toEqual([
      expect.stringContaining('is of no release, CHANGELOG.md of 0.1.0: run: node scripts/freeze-migrations.ts'),
    ])
    expect(after.released).toEqual({
      version: '0.1.0',
      checksums: { '010-base': expect.stringMatching(/^[0-9a-f]{64}$/), '020-users': expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(migrationFaults(after)).toEqual([])
  })
  test('a released migration is not changed, but may have other ends of lines', () => {
    const changed = { ...after, migrations: [migration('010-base', 'create table x (id int);\n'), migration('020-users')] }
    expect(migrationFaults(changed)).toEqual([`${folder}010-base.sql is released: it must not be changed`])
    const text = first[0]?.text.replaceAll('\n', '\r\n')
    expect(migrationFaults({ ...after, migrations: [migration('010-base', text), migration('020-users')] })).toEqual([])
  })
  test('a released migration is not removed or renamed', () => {
    const gone = `${folder}020-users.sql is released: it must not be removed or renamed`
    expect(migrationFaults({ ...after, migrations: [migration('010-base')] })).toEqual([gone])
    expect(migrationFaults({ ...after, migrations: [migration('010-base'), migration('030-users')] })).toEqual([gone])
  })
  test('a new migration comes after the released ones, and the next release freezes it', () => {
    const added = { ...after, migrations: [...first, migration('030-vials')] }
    expect(migrationFaults(added)).toEqual([])
    expect(migrationFaults({ ...after, migrations: [...first, migration('015-vials')] })).toEqual([
      `${folder}015-vials.sql must come after 020-users, which is released`,
    ])
    const next = release({ ...added, changelog: changelogOf('0.2.0', '0.1.0') })
    expect(next.released).toMatchObject({ version: '0.2.0', checksums: after.released.checksums })
    expect(Object.keys(next.released.checksums)).toContain('030-vials')
  })
  test('a release does not freeze a changed migration again', () => {
    const changed = { ...after, migrations: [migration('010-base', 'create table x (id int);\n'), migration('020-users')] }
    expect(() => freeze({ ...changed, changelog: changelogOf('0.2.0', '0.1.0') })).toThrow('010-base.sql is released')
  })
})
