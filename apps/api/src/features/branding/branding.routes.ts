import { contract } from '@vialdesk/contract'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { addPublicImages } from '#api/platform/files/public-images.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { serve } from '#api/platform/http/serve.ts'
import { BRAND_IMAGES_PATH, configOf } from './branding.queries.ts'
import { buildVersion } from './build-version.queries.ts'

const { branding } = contract

/** Serves the brand images of the requested domain to everyone. */
export const addBrandFiles = (app: FastifyInstance, findDomain: FindDomain, files: FileStore) =>
  addPublicImages(app, { findDomain, files, path: BRAND_IMAGES_PATH, kind: 'brand' })

export const brandingRouter = {
  buildVersion: serve(branding.buildVersion, async () => ({ version: buildVersion() })),
  /** Answers for the visited domain only. */
  config: serve(branding.config, async ({ domain, params }) =>
    params.identifier === domain.identifier ? configOf(domain) : fail('not_found'),
  ),
}
