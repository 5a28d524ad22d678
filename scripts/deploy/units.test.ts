/** deploy/systemd: systemd accepts the units, and they confine the portal. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { read, root } from './deploy.fixture.ts'

const FOLDER = 'deploy/systemd'
const units = readdirSync(path.join(root, FOLDER))
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-units-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (unit: string) => read(`${FOLDER}/${unit}`).split('\n')

/** The highest exposure that `systemd-analyze security` may find, in tenths. Without any of these settings it is 96. */
const MOST_EXPOSED = 20

test('there is one for the nodes, the jobs and the migration', () => {
  expect(units.sort()).toEqual(['vialdesk-migrate.service', 'vialdesk-work.service', 'vialdesk@.service'])
})

describe.each(units)('%s', (unit) => {
  test('starts a program of the checkout as the user of the portal', () => {
    const lines = linesOf(unit)
    expect(lines).toContain('User=vialdesk')
    expect(lines).toContain('EnvironmentFile=/etc/vialdesk/environment')
    const [, program = '', file = ''] = /^ExecStart=(\S+) (\S+)/m.exec(lines.join('\n')) ?? []
    expect(program).toBe('/opt/vialdesk/node_modules/.bin/node')
    expect(existsSync(path.join(root, file))).toBe(true)
  })

  test('reads the URL of the owner for the migration only', () => {
    expect(linesOf(unit).includes('EnvironmentFile=/etc/vialdesk/owner')).toBe(unit === 'vialdesk-migrate.service')
  })

  test('is confined in the same way as the others', () => {
    const confinementOf = (each: string) =>
      linesOf(each).filter((line) => /^(?:Protect|Restrict|Private|System|No|Cap|Lock)/.test(line))
    expect(confinementOf(unit).length).toBeGreaterThan(20)
    expect(confinementOf(unit)).toEqual(confinementOf('vialdesk@.service'))
    expect(confinementOf(unit)).toEqual(expect.arrayContaining(['ProtectSystem=strict', 'NoNewPrivileges=yes']))
  })

  test.runIf(existsSync('/usr/bin/systemd-analyze'))('is accepted by systemd, and little is exposed', () => {
    const name = unit.replace('@', '@4300')
    const file = path.join(folder, name)
    // Only the program differs: this machine may have no checkout there.
    writeFileSync(file, read(`${FOLDER}/${unit}`).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => line.includes('vialdesk'))).toEqual([])
    const options = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', file]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' })
    expect([status, stdout.split('\n').at(-2), stderr]).toEqual([0, expect.stringContaining('Overall exposure level'), ''])
  })
})
