/** The contract suite that every file store passes. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FileKeyInvalid,
  FileMissing,
  type FileStore,
  FilesUnavailable,
  FileTooLarge,
  isFileKey,
  newFileKey,
} from '#api/platform/ports/files.ts'
import { folderStore, s3Store, type TestStore } from './test-stores.fixture.ts'

const MiB = 1024 * 1024
const newKey = () => newFileKey(7, 'documents', 'pdf')
const pdf = { type: 'application/pdf', maxBytes: 20 * MiB }

/** A stream of `bytes` bytes in chunks. It fails after `breakAt` bytes. */
const sourceOf = (bytes: number, breakAt = Number.POSITIVE_INFINITY) => {
  let given = 0
  return new Readable({
    read() {
      if (given >= breakAt) return void this.destroy(new Error('connection lost'))
      const size = Math.min(64 * 1024, bytes - given)
      given += size
      this.push(size > 0 ? Buffer.alloc(size, given % 251) : null)
    },
  })
}

describe.each([
  ['folder', folderStore],
  ['S3', s3Store],
])('%s', (_name, make) => {
  let subject: TestStore
  let store: FileStore
  beforeAll(async () => {
    subject = await make()
    store = subject.store
  })
  afterAll(() => subject.close())

  test('returns the stored content with size and type', async () => {
    const key = newKey()
    const content = randomBytes(1000)
    expect(await store.put(key, content, pdf)).toBe(1000)
    const { stream, size, type } = await store.open(key)
    expect({ size, type }).toEqual({ size: 1000, type: 'application/pdf' })
    expect(await buffer(stream)).toEqual(content)
    expect(await store.exists(key)).toBe(true)
  })

  test('stores a stream of many parts', async () => {
    const key = newKey()
    expect(await store.put(key, sourceOf(12 * MiB + 5), pdf)).toBe(12 * MiB + 5)
    const { stream, size } = await store.open(key)
    expect(size).toBe(12 * MiB + 5)
    expect((await buffer(stream)).equals(await buffer(sourceOf(12 * MiB + 5)))).toBe(true)
  })

  test('stores an empty file', async () => {
    const key = newKey()
    expect(await store.put(key, Buffer.alloc(0), pdf)).toBe(0)
    const { stream, size } = await store.open(key)
    expect(size).toBe(0)
    expect(await buffer(stream)).toHaveLength(0)
  })

  test('replaces the file of an existing key', async () => {
    const key = newKey()
    await store.put(key, Buffer.from('old and longer'), pdf)
    await store.put(key, Buffer.from('new'), { ...pdf, type: 'text/plain' })
    const { stream, type } = await store.open(key)
    expect(type).toBe('text/plain')
    expect(String(await buffer(stream))).toBe('new')
  })

  test('accepts a file of exactly the size limit', async () => {
    const key = newKey()
    expect(await store.put(key, sourceOf(100_000), { ...pdf, maxBytes: 100_000 })).toBe(100_000)
    expect(await store.exists(key)).toBe(true)
  })

  test.each([
    ['a buffer', 100, () => Buffer.alloc(101)],
    ['a short stream', 100_000, () => sourceOf(100_001)],
    ['a stream of many parts', 11 * MiB, () => sourceOf(12 * MiB)],
    ['a stream without end', 6 * MiB, () => sourceOf(Number.MAX_SAFE_INTEGER)],
  ])('refuses %s above the limit and stores nothing', async (_what, maxBytes, body) => {
    const key = newKey()
    const source = body()
    await expect(store.put(key, source, { ...pdf, maxBytes })).rejects.toThrow(FileTooLarge)
    expect(await store.exists(key)).toBe(false)
    if (source instanceof Readable) expect(source.destroyed).toBe(true)
  })

  test.each([
    ['at once', 0],
    ['within the first part', 128 * 1024],
    ['after some parts', 11 * MiB],
  ])('stores nothing when the body fails %s, and reports the cause', async (_when, breakAt) => {
    const key = newKey()
    const putting = store.put(key, sourceOf(12 * MiB, breakAt), pdf)
    await expect(putting).rejects.toThrow(FilesUnavailable)
    await expect(putting).rejects.toMatchObject({ cause: { message: 'connection lost' } })
    expect(await store.exists(key)).toBe(false)
  })

  test.each([
    ['without an error', undefined],
    ['with an error', new Error('connection lost')],
  ])('stores nothing when the body is destroyed before it is read, %s', async (_how, error) => {
    const key = newKey()
    const source = sourceOf(12 * MiB)
    const putting = store.put(key, source, pdf)
    source.destroy(error)
    await expect(putting).rejects.toThrow(FilesUnavailable)
    expect(await store.exists(key)).toBe(false)
  })

  test('keeps the old file when its replacement fails', async () => {
    const key = newKey()
    await store.put(key, Buffer.from('old'), pdf)
    await expect(store.put(key, Buffer.alloc(101), { type: 'text/plain', maxBytes: 100 })).rejects.toThrow(FileTooLarge)
    const { stream, type } = await store.open(key)
    expect(type).toBe('application/pdf')
    expect(String(await buffer(stream))).toBe('old')
  })

  test('throws FileMissing for a missing file, and allows to delete it twice', async () => {
    const key = newKey()
    await expect(store.open(key)).rejects.toThrow(FileMissing)
    expect(await store.exists(key)).toBe(false)
    await store.put(key, Buffer.from('x'), pdf)
    await store.delete(key)
    await store.delete(key)
    expect(await store.exists(key)).toBe(false)
    await expect(store.open(key)).rejects.toThrow(FileMissing)
  })

  test('stores 20 files at once without mixing them', async () => {
    const files = Array.from({ length: 20 }, (_, n) => ({ key: newKey(), text: `file ${n}` }))
    await Promise.all(files.map(({ key, text }) => store.put(key, Readable.from([Buffer.from(text)]), pdf)))
    const texts = await Promise.all(files.map(async ({ key }) => String(await buffer((await store.open(key)).stream))))
    expect(texts).toEqual(files.map(({ text }) => text))
  })

  test.each([
    '../7/documents/aaaaaaaaaaaaaaaaaaaa.pdf',
    '7/../documents/aaaaaaaaaaaaaaaaaaaa.pdf',
    '7/documents/../../../etc/passwd',
    '7/documents/..%2f..%2faaaaaaaaaaaaaaaaaaaa.pdf',
    '/7/documents/aaaaaaaaaaaaaaaaaaaa.pdf',
    '7\\documents\\aaaaaaaaaaaaaaaaaaaa.pdf',
    '7/documents/aaaaaaaaaaaaaaaaaaaa.pdf\0',
    '7/documents/aaaaaaaaaaaaaaaaaaaa.pdf\n',
    '7/documents/aaaaaaaaaaaaaaaaaaaa.pdf.type',
    '.incoming/documents/aaaaaaaaaaaaaaaaaaaa.pdf',
    '0/documents/aaaaaaaaaaaaaaaaaaaa.pdf',
    '7/documents/short.pdf',
    '',
  ])('refuses the key %j in every call', async (key) => {
    await expect(store.put(key, Buffer.from('x'), pdf)).rejects.toThrow(FileKeyInvalid)
    await expect(store.open(key)).rejects.toThrow(FileKeyInvalid)
    await expect(store.exists(key)).rejects.toThrow(FileKeyInvalid)
    await expect(store.delete(key)).rejects.toThrow(FileKeyInvalid)
  })
})

describe('new keys', () => {
  test('have the right shape and are unique', () => {
    const keys = Array.from({ length: 100 }, () => newFileKey(12, 'labels', 'PDF'))
    expect(keys.every(isFileKey)).toBe(true)
    expect(new Set(keys).size).toBe(100)
    expect(keys[0]).toMatch(/^12\/labels\/[0-9a-f]{40}\.pdf$/)
  })

  test('cannot contain invalid parts', () => {
    expect(() => newFileKey(0, 'labels', 'pdf')).toThrow(FileKeyInvalid)
    expect(() => newFileKey(1, '../x', 'pdf')).toThrow(FileKeyInvalid)
    expect(() => newFileKey(1, 'labels', 'p/df')).toThrow(FileKeyInvalid)
  })
})
