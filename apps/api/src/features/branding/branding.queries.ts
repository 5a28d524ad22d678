/** The face of a domain: its configuration, what its page wears before first paint, and its public images. */
import type { DomainConfig } from '@vialdesk/contract/branding'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
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

/** The configuration of any domain by its identifier: it is what its login page shows to everyone. */
export async function getConfig(db: Db, identifier: string): Promise<DomainConfig> {
  const domain = await db.selectFrom('domains').selectAll().where('identifier', '=', identifier).executeTakeFirst()
  return domain ? configOf(domain) : fail('not_found')
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

/** Serves the logo and favicon of the domain that is asked, to everyone: their names change with their content. */
export function addBrandFiles(app: FastifyInstance, findDomain: FindDomain, files: FileStore): void {
  app.get<{ Params: { file: string } }>(`${IMAGES}:file`, async ({ headers, params }, reply) => {
    const domain = (await findDomain(headers)) ?? fail('unknown_domain')
    const key = [domain.logo, domain.favicon].find((image) => image !== null && imageAddress(image) === IMAGES + params.file)
    const type = imageTypes[params.file.split('.').at(-1) ?? '']
    if (!key || !type || !(await files.exists(key))) return fail('not_found')
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
