import { contract } from '@vialdesk/contract'
import { type AssetFileType, assetFilePath, assetFileTypes } from '@vialdesk/contract/documents/resources'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { validateContent } from '#api/features/resources/content/validate-content.pure.ts'
import { addSignedFiles, type FileServices } from '#api/platform/http/files/signed-files.ts'
import { pdfPolicy, sandboxedPolicy } from '#api/platform/http/security-headers.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { uploaderOf } from '#api/platform/kernel/decode-turns.ts'
import { addAsset, editAsset, removeAsset } from './change-asset.commands.ts'
import { countView, openAttachment } from './open-attachment.commands.ts'
import { resourcesPolicy } from './resources.policy.ts'
import {
  getAsset,
  getAttachment,
  listAssets,
  listResources,
  type OpenedAttachment,
  suggestResources,
} from './resources.queries.ts'
import { assetFileKey, storeAssetFile } from './save-attachments.commands.ts'
import { pathOfPage } from './section-path.pure.ts'

const { resources } = contract

export const resourcesRouter = {
  list: serve(resources.list, ({ db, actor, query }) => listAssets(db, actor, query)),

  get: serve(resources.get, ({ db, params }) => getAsset(db, params.id)),

  add: serve(resources.add, async ({ db, body }) => ({
    message: 'Asset has been added!',
    ...(await addAsset(db, body)),
  })),

  edit: serve(resources.edit, async ({ db, params, body }) => ({
    message: 'Asset has been updated!',
    ...(await editAsset(db, params.id, body)),
  })),

  remove: serve(resources.remove, async ({ db, params }) => {
    await removeAsset(db, params.id)
    return undefined
  }),

  upload: serveWithProviders(resources.upload, async ({ domain, actor, ports, transact, body: { file, filename } }) => {
    const { bytes, media_type } = await validateContent(file, filename || file.name, uploaderOf(domain, actor))
    return { filename: await storeAssetFile(transact, ports, bytes, media_type), size: bytes.length, media_type }
  }),

  ofMembership: serve(resources.ofMembership, ({ db, actor, params, query }) => {
    resourcesPolicy.assertSees(actor, 'resources', { membership: params.id })
    return listResources(db, actor, query)
  }),

  suggested: serve(resources.suggested, async ({ db, actor, params, body }) => {
    resourcesPolicy.assertSees(actor, 'resources', { membership: params.id })
    return { results: await suggestResources(db, actor, pathOfPage(body.url)) }
  }),

  openFile: serve(resources.openFile, async ({ db, actor, secretKey, params }) => ({
    url: await openAttachment(db, secretKey, actor, params.id),
  })),
}

/** A browser shows PDFs and pictures, and saves other files. */
const isShown = (type: string) => type === 'application/pdf' || type.startsWith('image/')

/** The name of the attachment with the ending of its content. */
function downloadName(name: string, type: AssetFileType): string {
  const ending = `.${assetFileTypes[type].extension}`
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}

function headersOf({ name, media_type }: OpenedAttachment) {
  const type = media_type as AssetFileType
  return {
    'content-type': type,
    'content-disposition': contentDisposition(downloadName(name, type), { type: isShown(type) ? 'inline' : 'attachment' }),
    'content-security-policy': type === 'application/pdf' ? pdfPolicy : sandboxedPolicy,
  }
}

/** Serves the files of assets to admins and to users of their memberships. */
export const addAssetFiles = (app: FastifyInstance, services: FileServices) =>
  addSignedFiles(app, services, {
    path: assetFilePath(':file'),
    name: /^([a-z0-9_-]{16,64}\.[a-z0-9]{1,8})$/,
    call: contract.resources.openFile,
    writes: true,
    async find({ db, viewer, actor, name }) {
      const attachment = await getAttachment(db, viewer, ['file_name', name])
      // A view by a link was counted when the link was made.
      if (actor) await countView(db, actor, attachment.id)
      return { key: assetFileKey(db.domainId, name), headers: headersOf(attachment) }
    },
  })
