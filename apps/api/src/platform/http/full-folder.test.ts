/** The temporary folder, or the folder of the file store, is on a full disk. Writing to /dev/full fails in the same way. */
import { randomBytes } from 'node:crypto'
import fs, { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

/** Paths that contain `folder` are on a disk with room for `room` more files. */
const disk = { folder: '', room: 0 }
const { createWriteStream } = fs
const onDisk: typeof createWriteStream = (place, options) =>
  disk.folder !== '' && String(place).includes(disk.folder) && disk.room-- <= 0
    ? createWriteStream('/dev/full')
    : createWriteStream(place, options)

/** Replaces the function of Node for all modules. */
function replaceCreateWriteStream(by: typeof createWriteStream): void {
  fs.createWriteStream = by
  syncBuiltinESMExports()
}

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-full-'))
const lines: string[] = []
let portal: TestPortal
let token: string
let center: number

beforeAll(async () => {
  replaceCreateWriteStream(onDisk)
  vi.stubEnv('TMPDIR', folder)
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
  portal = await startTestPortal({ files: embeddedFiles(path.join(folder, 'store')) }, { log })
  center = await portal.seed((db) => createCenter(db))
  token = await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(async () => {
  await portal.close()
  vi.unstubAllEnvs()
  replaceCreateWriteStream(createWriteStream)
  rmSync(folder, { recursive: true, force: true })
})

async function uploadLogo() {
  // The disk is full before the end of such a large file arrives.
  const size = { width: 800, height: 800, channels: 3 } as const
  const bytes = await sharp(randomBytes(3 * 800 * 800), { raw: size })
    .png()
    .toBuffer()
  const { payload, type } = multipartForm([
    ['user_id', `${center}`],
    ['file', { bytes }],
  ])
  const headers = { domain: 'acme', authorization: `Token ${token}`, 'content-type': type }
  return portal.app.inject({ method: 'POST', url: '/api/v1/utilities/upload-hc-logo/', headers, payload })
}
const filesIn = (...names: string[]) => {
  const place = path.join(folder, ...names)
  return existsSync(place) ? readdirSync(place) : []
}

test.runIf(existsSync('/dev/full')).each([
  ['the temporary folder', 'vialdesk-upload-', 0],
  ['the folder of the file store', '.incoming', 0],
  ['the folder of the file store after the first of two files', '.incoming', 1],
])('a full disk of %s is a failure of the server that the log has, and no half file stays', async (_, name, room) => {
  Object.assign(disk, { folder: name, room })
  const answer = await uploadLogo()
  disk.folder = ''
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { message: expect.any(String), code: 'internal', incident: expect.any(String) },
  ])
  const logged = lines.splice(0).filter((line) => line.includes(answer.json().incident))
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('ENOSPC')
  expect([filesIn().filter((each) => each.startsWith('vialdesk-upload-')), filesIn('store/.incoming')]).toEqual([[], []])
  expect((await uploadLogo()).statusCode).toBe(200)
})
