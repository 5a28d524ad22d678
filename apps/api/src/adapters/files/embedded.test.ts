/** Tests of the embedded adapter only, which keeps files in a folder. port.test.ts has the tests of all adapters. */
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileMissing, FilesUnavailable, newFileKey } from '#api/platform/ports/files.ts'
import { embeddedFiles } from './embedded.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vialdesk-files-'))
})
afterEach(() => rm(root, { recursive: true }))

const pdf = { type: 'application/pdf', maxBytes: 1000 }
const key = newFileKey(7, 'documents', 'pdf')

test('a file does not exist before its last byte is written', async () => {
  const files = embeddedFiles(root)
  const body = new PassThrough()
  const putting = files.put(key, body, pdf)
  body.write('first')
  await expect(files.open(key)).rejects.toThrow(FileMissing)
  body.end(' and last')
  expect(await putting).toBe(14)
  expect((await readdir(root, { recursive: true })).filter((name) => name.startsWith('.incoming/'))).toEqual([])
})

test('only the owner can read files and folders', async () => {
  await embeddedFiles(root).put(key, Buffer.from('x'), pdf)
  const mode = async (name: string) => ((await stat(path.join(root, name))).mode & 0o777).toString(8)
  expect([await mode(key), await mode(`${key}.type`), await mode('7/documents'), await mode('7')]).toEqual([
    '600',
    '600',
    '700',
    '700',
  ])
})

test('deletes unfinished files of killed processes after a day, not before', async () => {
  const incoming = path.join(root, '.incoming')
  await mkdir(incoming)
  await writeFile(path.join(incoming, 'old'), 'x')
  await writeFile(path.join(incoming, 'young'), 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  await utimes(path.join(incoming, 'old'), twoDaysAgo, twoDaysAgo)
  await embeddedFiles(root).put(key, Buffer.from('x'), pdf)
  expect(await readdir(incoming)).toEqual(['young'])
})

test('throws FilesUnavailable with the cause for an unwritable folder, and works after its repair', async () => {
  const blocked = path.join(root, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')
  const files = embeddedFiles(blocked)
  const putting = files.put(key, Buffer.from('x'), pdf)
  await expect(putting).rejects.toThrow(FilesUnavailable)
  await expect(putting).rejects.toMatchObject({ cause: { code: 'ENOTDIR' } })
  await rm(blocked)
  expect(await files.put(key, Buffer.from('x'), pdf)).toBe(1)
})
