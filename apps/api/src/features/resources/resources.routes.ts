import { contract } from '@vialdesk/contract'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { uploaderOf } from '#api/platform/kernel/decode-turns.ts'
import { addAsset, editAsset, removeAsset } from './change-asset.commands.ts'
import { validateContent } from './content/validate-content.pure.ts'
import { openAttachment } from './open-attachment.commands.ts'
import { resourcesPolicy } from './resources.policy.ts'
import { getAsset, listAssets, listResources, suggestResources } from './resources.queries.ts'
import { pathOfPage } from './section-path.pure.ts'
import { storeAssetFile } from './upload-file.commands.ts'

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
