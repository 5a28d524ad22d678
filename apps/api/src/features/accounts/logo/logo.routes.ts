import { logoPath } from '@vialdesk/contract/logo-path'
import type { FastifyInstance } from 'fastify'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { addPublicImages } from '#api/platform/http/files/public-images.ts'
import type { FileStore } from '#api/platform/ports/files.ts'
import { LOGO_FOLDER } from './set-logo.commands.ts'

/** Serves the logos of the requested domain's harvest centers to everyone. */
export const addLogoFiles = (app: FastifyInstance, findDomain: FindDomain, files: FileStore) =>
  addPublicImages(app, { findDomain, files, path: logoPath(''), kind: LOGO_FOLDER })
