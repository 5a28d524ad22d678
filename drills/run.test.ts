/** The runner: names drills, prints the table, and leaves nothing behind when it is interrupted. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Drill } from './drill.ts'
import { readOrder, usageOf } from './harness/order.ts'
import { tableOf } from './harness/table.ts'

const program = path.join(import.meta.dirname, 'run.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-drills-test-'))
  // PostgreSQL, which does not run as root, enters it.
  chmodSync(folder, 0o711)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs drills. Sends Ctrl-C as soon as the output contains `interruptAt`. */
async function runDrills(words: string[], interruptAt?: string) {
  const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, TMPDIR: folder } })
  let [output, isInterrupted] = ['', false]
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (interruptAt === undefined || isInterrupted || !output.includes(interruptAt)) return
      isInterrupted = true
      child.kill('SIGINT')
    })
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, output }
}

test('finds the drills that are named, and lists all of them for an unknown name', () => {
  const drills = ['calm', 'backends'].map((name) => ({ name, title: `${name} title` }) as Drill)
  expect(readOrder(['backends', '--count', '3'], drills)).toEqual({ wanted: [drills[1]], count: 3 })
  expect(readOrder(['all'], drills)).toEqual({ wanted: drills })
  for (const words of [[], ['calm', 'no-such-drill']]) expect(readOrder(words, drills)).toBeUndefined()
  expect(usageOf(drills)).toMatch(/\n {2}calm {6}calm title\n {2}backends {2}backends title$/)
})

test('an installation without harm loses nothing and leaves nothing behind', async () => {
  const { exitCode, output } = await runDrills(['no-harm'])
  expect(output).toMatch(/no-harm +1 +0 +0 .*passed/)
  expect([exitCode, readdirSync(folder)]).toEqual([0, []])
})

test('Ctrl-C while PostgreSQL starts prints the table and leaves nothing behind', async () => {
  const { exitCode, output } = await runDrills(['no-harm'], 'no-harm:')
  expect(output).toMatch(/no-harm .*FAILED.*interrupted by SIGINT/s)
  expect(output).not.toMatch(/left behind|Could not clean up/)
  expect([exitCode, readdirSync(folder)]).toEqual([130, []])
})

test('the table names each failed drill and its reasons', () => {
  const counted = { count: 2, lost: 0, doubled: 0, seconds: 3 }
  const table = tableOf([
    { ...counted, name: 'calm', notes: ['served all'], failures: [] },
    { ...counted, name: 'rain', notes: [], notRun: ['no cloud'], failures: [] },
    { ...counted, name: 'storm', serveAgainMs: 6100, lost: 1, notes: [], failures: ['1 was lost'] },
  ])
  expect(table.split('\n')).toEqual([
    'drill  count  lost  doubled  serves again  took  result',
    'calm       2     0        0                 3 s  passed',
    'rain       2     0        0                 3 s  not run',
    'storm      2     1        0         6.1 s   3 s  FAILED',
    '',
    'calm: served all',
    'rain not run: no cloud',
    'storm FAILED: 1 was lost',
  ])
})
