/** The files of docs/operate/install.md can be copied as they are: systemd, a shell and the portal read the same values from them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Configuration, readConfiguration } from './configuration.ts'

const page = readFileSync(new URL('../../../../../docs/operate/install.md', import.meta.url), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The text of the block whose first comment is the path of its file. */
function fileOf(name: string): string {
  for (const [, indent = '', body = ''] of page.matchAll(/^( *)```\w+\n(.*?)^ *```$/gms)) {
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    if (text.replace(/^#!.*\n/, '').startsWith(`# ${name}\n`)) return text
  }
  throw new Error(`docs/operate/install.md has no block for ${name}`)
}

/** One value by the rules of systemd's EnvironmentFile: quotes, a backslash before a character, no comment after it, no expansion. */
function systemdValue(text: string): string {
  let value = ''
  let rest = text.trimStart()
  while (/^['"]/.test(rest)) {
    const quoted = rest.startsWith("'") ? /^'([^']*)'\s*/.exec(rest) : /^"((?:\\.|[^"\\])*)"\s*/.exec(rest)
    if (!quoted) throw new Error(`a quote is not closed: ${text}`)
    value += rest.startsWith("'") ? quoted[1] : quoted[1]?.replaceAll(/\\(["\\`$])/g, '$1')
    rest = rest.slice(quoted[0].length)
  }
  return value + rest.trimEnd().replaceAll(/\\(.)/g, '$1')
}

/** Reads a file as systemd does (man systemd.exec): a line that begins with # or ; is a comment, and nothing else is. */
const bySystemd = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^\s*(?![#;])([^=\s]+)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, systemdValue(value)]]
    }),
  )

/** Reads a file as `sh` does, and returns the variables that it sets. */
function byShell(text: string): Record<string, string> {
  const file = path.join(folder, 'environment')
  writeFileSync(file, text)
  const out = execFileSync('/bin/sh', ['-ec', `set -a; . "${file}"; env -0`], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  const all = Object.fromEntries(out.split('\0').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
  return Object.fromEntries(Object.keys(bySystemd(text)).map((name) => [name, all[name] ?? '']))
}

const KEY_LINE = `SECRET_KEY='${Buffer.from('a key of 48 bytes, as openssl rand -base64 makes').toString('base64')}'\n`
const settings = `${fileOf('/etc/vialdesk/environment').replace(/^#(?=ALLOW_SIMULATION=)/m, '')}${KEY_LINE}`
const owner = fileOf('/etc/vialdesk/owner')

/** The page names a folder of the machine; the test has one of its own. */
const read = (text: string): Configuration => readConfiguration({ ...bySystemd(text), DATA_DIR: path.join(folder, 'data') })

describe('the reader of this test follows systemd', () => {
  test.each([
    ['A=b # c', 'b # c'],
    ["A='b&c' ", 'b&c'],
    ['A="b\\"$c"', 'b"$c'],
    ['A=b\\ c', 'b c'],
    ["  A=''", ''],
  ])('%s', (line, value) => expect(bySystemd(`# A=1\n;A=2\n${line}\n`)).toEqual({ A: value }))
})

test('systemd and a shell read the same settings, without comments', () => {
  expect(bySystemd(settings)).toMatchObject({
    NODE_ENV: 'production',
    DATABASE_URL: expect.stringMatching(/sslmode=verify-full&sslrootcert=\/etc\/vialdesk\/db-ca\.pem$/),
    ALLOW_SIMULATION: 'payments,carrier,signing',
  })
  expect(byShell(settings)).toEqual(bySystemd(settings))
  expect(byShell(owner)).toEqual(bySystemd(owner))
  expect(JSON.stringify(bySystemd(settings + owner))).not.toContain('#')
})

test('a file with a comment behind a value, or with & outside quotes, is read differently by the two', () => {
  for (const wrong of ['DATA_DIR=/data  # the files\n', 'DATABASE_URL=postgres://app@db/portal?a=1&b=2\n'])
    expect(byShell(wrong)).not.toEqual(bySystemd(wrong))
})

test('the portal accepts the settings, for the service and for the console', () => {
  const service = read(settings)
  expect(service).toMatchObject({ mode: 'production', publicUrl: 'https://portal.example.com', trustProxy: '127.0.0.1' })
  expect(service.ownerDatabaseUrl).toBe(undefined)
  expect(read(settings + owner).ownerDatabaseUrl).toMatch(/^postgres:\/\/vialdesk:/)
})

test('nothing is simulated until the operator removes a comment', () => {
  expect(() => read(fileOf('/etc/vialdesk/environment') + KEY_LINE)).toThrow(
    /^In production payments, carrier, and signing would only/,
  )
})

test.each(['/usr/local/sbin/vialdesk'])('a shell can read %s', (name) => {
  expect(spawnSync('/bin/sh', ['-n'], { input: fileOf(name), encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

test('the service starts again for ever, after the network is there, and stops its database last', () => {
  const unit = fileOf('/etc/systemd/system/vialdesk@.service').split('\n')
  for (const line of ['Wants=network-online.target', 'StartLimitIntervalSec=0', 'RestartSec=5', 'KillMode=mixed'])
    expect(unit).toContain(line)
  expect(unit.indexOf('StartLimitIntervalSec=0')).toBeLessThan(unit.indexOf('[Service]'))
})

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd accepts the unit', () => {
  // Only the program differs: this machine may have no npm there.
  const unit = fileOf('/etc/systemd/system/vialdesk@.service').replace('/usr/bin/npm start', '/bin/true')
  const file = path.join(folder, 'vialdesk@4300.service')
  writeFileSync(file, unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('vialdesk@'))).toEqual([])
  expect(status).toBe(0)
})

test('nginx leaves out no process, and repeats no request that may have changed something', () => {
  const site = fileOf('/etc/nginx/sites-available/vialdesk')
  const servers = [...site.matchAll(/^\s*server \d.*;$/gm)].map(([line]) => line)
  expect(servers.length).toBeGreaterThan(0)
  for (const line of servers) expect(line).toContain('max_fails=0')
  expect(site).toMatch(/^\s*proxy_next_upstream error;$/m)
  expect(site).toMatch(/^\s*proxy_http_version 1\.1;$/m)
  expect(site).not.toContain('non_idempotent')
})
