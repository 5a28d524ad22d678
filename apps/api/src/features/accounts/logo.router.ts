import { logoAddress } from '@vialdesk/contract/media'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { FindDomain } from '#api/platform/domains.ts'
import { addPublicImages } from '#api/platform/public-images.ts'
import { LOGOS } from './logo.commands.ts'

/** Serves the logos of the requested domain's harvest centers to everyone. */
export const addLogoFiles = (app: FastifyInstance, findDomain: FindDomain, files: FileStore) =>
  addPublicImages(app, { findDomain, files, address: logoAddress(''), kind: LOGOS })
