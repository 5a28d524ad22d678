import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withLock } from './process-lock.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

const lock = path.join(folder, 'lock')
const output = path.join(folder, 'output')
const program = `
  const { appendFileSync } = await import('node:fs')
  const { withLock } = await import(${JSON.stringify(new URL('./process-lock.mjs', import.meta.url).href)})
  withLock(process.argv[1], () => {
    for (const word of ['start', 'end']) appendFileSync(process.argv[2], word + ' ' + process.pid + '\\n')
  })`

test('lets one process work at a time', async () => {
  const ended = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, lock, output], { stdio: 'inherit' })
    return new Promise((resolve) => child.once('close', resolve))
  })
  expect(await Promise.all(ended)).toEqual([0, 0, 0, 0])
  const lines = readFileSync(output, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(8)
  for (let at = 0; at < lines.length; at += 2) expect(lines[at]?.replace('start', 'end')).toBe(lines[at + 1])
  expect(existsSync(lock)).toBe(false)
})

test('ignores the file of a process that has ended', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('close', resolve))
  writeFileSync(lock, String(child.pid))
  let worked = false
  withLock(lock, () => {
    worked = true
  })
  expect([worked, existsSync(lock)]).toEqual([true, false])
})

test('works without a lock in a folder that is missing', () => {
  let worked = false
  withLock(path.join(folder, 'missing', 'lock'), () => {
    worked = true
  })
  expect(worked).toBe(true)
})
