import { contract } from '@vialdesk/contract'
import { DOMAIN_UPDATED } from '@vialdesk/contract/business/branding'
import type { FastifyInstance } from 'fastify'
import { BRAND_FOLDER, BRAND_IMAGES_PATH } from '#api/platform/access/brand-images.ts'
import { type Domain, type FindDomain, forgetDomain } from '#api/platform/access/domains.ts'
import { addPublicImages } from '#api/platform/http/files/public-images.ts'
import { serve, serveFromMemory, serveWithProviders } from '#api/platform/http/serve.ts'
import { uploaderOf } from '#api/platform/kernel/decode-turns.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { FileStore } from '#api/platform/ports/files.ts'
import { configOf, previewMail } from './branding.queries.ts'
import { buildVersion } from './build-version.queries.ts'
import { changeSettings } from './change-settings.commands.ts'
import { saveForm } from './save-form.commands.ts'
import { getRestorableSettings, getSettings, listVersions } from './settings.queries.ts'

const { branding } = contract

/** Serves the brand images of the requested domain to everyone. */
export const addBrandFiles = (app: FastifyInstance, findDomain: FindDomain, files: FileStore) =>
  addPublicImages(app, { findDomain, files, path: BRAND_IMAGES_PATH, kind: BRAND_FOLDER })

/** The settings after a change by this process, which shows it to the next request. */
const announced = <T>(domain: Domain, answer: T): T => {
  forgetDomain(domain.id)
  return answer
}

export const brandingRouter = {
  buildVersion: serveFromMemory(branding.buildVersion, () => ({ version: buildVersion() })),

  /** Answers for the visited domain only. */
  config: serveFromMemory(branding.config, ({ domain, params }) =>
    params.identifier === domain.identifier ? configOf(domain) : fail('not_found'),
  ),

  settings: serve(branding.settings, ({ db }) => getSettings(db)),

  change: serveWithProviders(branding.change, async ({ domain, actor, params, body, ports, transact }) => {
    if (params.id !== domain.id) fail('not_found')
    const caller = { actor, uploader: uploaderOf(domain, actor) }
    const settings = await saveForm(transact, ports, caller, body)
    return announced(domain, { ...settings, message: DOMAIN_UPDATED })
  }),

  preview: serve(branding.preview, async ({ domain, body, publicUrl }) => previewMail(domain, body, publicUrl)),

  versions: serve(branding.versions, ({ db, query }) => listVersions(db, query)),

  restore: serve(branding.restore, async ({ db, domain, params, body, actor }) => {
    const values = await getRestorableSettings(db, params.id)
    await changeSettings(db, { values, loadedAt: body.loaded_at, actor })
    return announced(domain, { ...(await getSettings(db)), message: DOMAIN_UPDATED })
  }),
}
