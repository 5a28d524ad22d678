/**
 * Reads forms with files. The caller is authorized before the first byte is read. The files go to a temporary folder, never wholly
 * into memory, and are deleted after the call. The handler puts a file into the file store if it must stay.
 */
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Call } from '@vialdesk/contract/base/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseCardNumbers } from '#api/platform/kernel/card-numbers.ts'
import { ApiError, fail } from '#api/platform/kernel/fail.ts'

/** Bytes around the files: headers and the other fields of the form. */
const FORM_OVERHEAD_BYTES = 64 * 1024
const MAX_FIELDS = 24
const limits = { fields: MAX_FIELDS, fieldSize: 8 * 1024, headerPairs: 40, headerSize: 8 * 1024 }

/** The routes of this app do not read a form before their call asks for it. */
export function leaveFormsUnread(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
}

/** Reads the form of an upload, parses it by the contract, and runs the work with it. */
export async function withUpload<T>(call: Call, request: FastifyRequest, work: (body: unknown) => Promise<T>): Promise<T> {
  const { upload, body } = call
  const type = request.headers['content-type']
  if (!upload || !body || !type?.startsWith('multipart/form-data')) return fail('unsupported_media')
  const { maxBytes, files = 1 } = upload
  if (Number(request.headers['content-length'] ?? 0) > files * maxBytes + FORM_OVERHEAD_BYTES) fail('too_large')
  const folder = await mkdtemp(path.join(tmpdir(), 'vialdesk-upload-'))
  try {
    const fields = await readForm(request.raw, type, { maxBytes, files }, folder)
    const form = Object.fromEntries(fields)
    refuseCardNumbers(call, form)
    return await work(body.parse(form))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Fields = Map<string, string | File>

interface FileLimits {
  /** Of each file. */
  maxBytes: number
  files: number
}

function parserOf(type: string, { maxBytes, files }: FileLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { ...limits, files, parts: MAX_FIELDS + files, fileSize: maxBytes },
    })
  } catch (cause) {
    return fail('malformed', { cause })
  }
}

/** An error of the temporary folder, such as a full disk, is a fault of the server. Errors of the form name no system call. */
const isFileFault = (error: unknown) => (error as { syscall?: unknown }).syscall !== undefined

/** Stops at the first excess. The rest of the body is discarded, so that the browser still reads the refusal. */
async function readForm(raw: IncomingMessage, type: string, fileLimits: FileLimits, folder: string): Promise<Fields> {
  const form = parserOf(type, fileLimits)
  const fields: Fields = new Map()
  const open: Readable[] = []
  const stored: Promise<void>[] = []
  const { promise: read, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (code: 'too_large' | 'malformed') => (cause?: unknown) => reject(new ApiError(code, { cause }))
  form.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) refuse('too_large')()
    else fields.set(name, value)
  })
  form.on('file', (name, stream, filename, _encoding, type) => {
    const place = path.join(folder, `file-${open.push(stream)}`)
    stream.once('limit', refuse('too_large'))
    const written = pipeline(stream, createWriteStream(place, { mode: 0o600 })).then(async () => {
      fields.set(name, new File([await openAsBlob(place, { type })], filename ?? '', { type }))
    })
    written.catch((error) => (isFileFault(error) ? reject(error) : refuse('malformed')(error)))
    stored.push(written)
  })
  for (const more of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.once(more, refuse('malformed'))
  form.once('error', refuse('malformed')).once('finish', resolve)
  raw.once('error', refuse('malformed')).once('close', () => raw.readableEnded || refuse('malformed')())
  raw.pipe(form)
  try {
    await read
    await Promise.all(stored)
    return fields
  } catch (error) {
    raw.unpipe(form)
    raw.resume()
    // If it were destroyed without an error, this kind of stream would never notify its reader.
    for (const stream of open) stream.destroy(error as Error)
    await Promise.allSettled(stored)
    throw error
  }
}
