/** Serves public images such as logos. Browsers may cache them for ever, because a new image has a new name. */
import { ownValue } from '@vialdesk/contract/base/own-value'
import type { FastifyInstance } from 'fastify'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { imagePolicy } from '#api/platform/http/security-headers.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { FileStore } from '#api/platform/ports/files.ts'

/** Allowed types by file extension. */
const imageTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
}

const imageName = /^[a-z0-9_-]{16,64}\.([a-z]{3,4})$/

export interface PublicImages {
  findDomain: FindDomain
  files: FileStore
  /** The URL path, with a slash at the end. */
  path: string
  /** The folder in the file store: files are stored as `domain/kind/name`. */
  kind: string
}

/** Serves the images of one kind, of the domain of the request. */
export function addPublicImages(app: FastifyInstance, { findDomain, files, path, kind }: PublicImages): void {
  app.get<{ Params: { file: string } }>(`${path}:file`, async (request, reply) => {
    const { params } = request
    const domain = (await findDomain(request)) ?? fail('unknown_domain')
    const type = ownValue(imageTypes, imageName.exec(params.file)?.[1] ?? '')
    const key = `${domain.id}/${kind}/${params.file}`
    if (!type || !(await files.exists(key))) return fail('not_found')
    const { stream, size } = await files.open(key)
    return reply
      .headers({
        'content-type': type,
        'content-length': size,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // An SVG may contain a script; opened directly, it must not run.
        'content-security-policy': imagePolicy,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(stream)
  })
}
