/** The calls of the embedded editor. Its frame has no session of the portal: the secret of the link admits to one template. */
import { contract } from '@vialdesk/contract'
import { mainSignerOf, signersWithoutSignature } from '@vialdesk/contract/documents/signing-fields'
import { getTemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { getDraft, getEditorSession } from './editor-sessions.queries.ts'
import { replacePdf, saveFields } from './save-version.commands.ts'

const { templates } = contract

export const editorRouter = {
  draft: serve(templates.draft, async ({ db, body }) => {
    const { templateId } = await getEditorSession(db, body.session)
    return getDraft(db, templateId, body.version)
  }),

  pdf: serveWithProviders(templates.pdf, async ({ ports, transact, body }) => {
    const { file_key } = await transact(async (db) => {
      const { templateId } = await getEditorSession(db, body.session)
      return getTemplateVersion(db, templateId, body.version)
    })
    return (await ports.files.open(file_key)).stream
  }),

  save: serve(templates.save, async ({ db, body }) => {
    const session = await getEditorSession(db, body.session)
    await saveFields(db, session, body)
    const draft = await getDraft(db, session.templateId)
    return { ...draft, missing_signatures: signersWithoutSignature(draft.fields, mainSignerOf(draft.type)) }
  }),

  replacePdf: serveWithProviders(templates.replacePdf, async ({ ports, transact, body }) => {
    const session = await transact((db) => getEditorSession(db, body.session))
    const removed_fields = await replacePdf({ ports, transact }, session, body)
    return { ...(await transact((db) => getDraft(db, session.templateId))), removed_fields }
  }),
}
