/** The face of a domain: its configuration, what its page wears before first paint, and its public images. */
import type { DomainConfig } from '@vialdesk/contract/branding'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Domain, FindDomain } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import type { PageConfig } from '#api/platform/web-files.ts'

/** A brand's images are kept under `domain/brand/name`, and shown at this address and the name. */
const IMAGES = '/media/brand/'
const imageKey = /^\d+\/brand\/([a-z0-9_-]+\.[a-z0-9]+)$/

/** Where pages find an image; null when there is none. */
export const imageAddress = (key: string | null): string | null => {
  const name = key === null ? undefined : imageKey.exec(key)?.[1]
  return name === undefined ? null : IMAGES + name
}

type Face = Omit<Domain, 'host' | 'session_hours'>

export const configOf = (domain: Face): DomainConfig => ({
  domain: { id: domain.id, identifier: domain.identifier, name: domain.name },
  logo: imageAddress(domain.logo),
  favicon: imageAddress(domain.favicon),
  email_sender: domain.email_sender,
  description: domain.description,
  email_notifications: domain.email_notifications,
  updated_at: domain.updated_at,
  brand: {
    primary_color: domain.primary_color,
    radius: domain.radius as DomainConfig['brand']['radius'],
    login_color: domain.login_color,
    time_zone: domain.time_zone,
  },
  session: { idle_minutes: domain.idle_minutes },
  demo: domain.demo,
})

/** What index.html is filled with for a domain. */
export const pageConfigOf = (domain: Face, version: string): PageConfig => {
  const config = configOf(domain)
  return {
    title: domain.name,
    description: domain.description,
    favicon: config.favicon,
    config: { ...config, build_version: version },
  }
}

/** What an image may be; a browser is told this and nothing else. */
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

/** Serves the images of the domain that is asked to everyone, for good: a new image has a new name. */
export function addBrandFiles(app: FastifyInstance, findDomain: FindDomain, files: FileStore): void {
  app.get<{ Params: { file: string } }>(`${IMAGES}:file`, async ({ headers, params }, reply) => {
    const domain = (await findDomain(headers)) ?? fail('unknown_domain')
    const type = imageTypes[imageName.exec(params.file)?.[1] ?? '']
    const key = `${domain.id}/brand/${params.file}`
    if (!type || !(await files.exists(key))) return fail('not_found')
    const { stream, size } = await files.open(key)
    return reply
      .headers({
        'content-type': type,
        'content-length': size,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // A drawing may carry a script; opened by itself it is given nothing to work with.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(stream)
  })
}
