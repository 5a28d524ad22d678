import { contract } from '@vialdesk/contract'
import { type AssetFileType, assetFilePath, assetFileTypes } from '@vialdesk/contract/resources'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { addSignedFiles, type FileServices } from '#api/platform/http/files/signed-files.ts'
import { pdfPolicy, sandboxedPolicy } from '#api/platform/http/security-headers.ts'
import { countView } from './open-attachment.commands.ts'
import { getAttachment, type OpenedAttachment } from './resources.queries.ts'
import { assetFileKey } from './upload-file.commands.ts'

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
