/** Test documents of the template editor: an admin signs as every signer. They are in no list and count nowhere. */
import { mainSignerOf, signerRoles } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { createDocument, type NewSigner } from '#api/features/documents/create-document.commands.ts'
import { asEditor, type EditorSession } from '#api/features/templates/editor/editor-sessions.queries.ts'
import { lockTemplate } from '#api/features/templates/templates.queries.ts'
import { getTemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'

const MISSING_SIGNATURE = 'Add a signature field for every signer and save before you send a test.'

/** Sends a document of the newest version to the admin of the editor, who gets a mail for each signer in turn. */
export async function sendTest(db: Db, session: EditorSession): Promise<void> {
  const template = await lockTemplate(db, session.templateId)
  if (template.missing_signatures.length > 0) fail('conflict', { message: MISSING_SIGNATURE })
  const { fields } = await getTemplateVersion(db, template.id)
  const { name, email, userId } = session
  const takesPart = (role: string) =>
    role === mainSignerOf(template.type) || fields.some((field) => field.role === role && field.type !== 'prefill')
  const signers: NewSigner[] = signerRoles.filter(takesPart).map((role) => ({ role, userId, name, email }))
  const editorDb = asEditor(db, session)
  await createDocument(editorDb, {
    ...{ party: 'test', kind: 'other', name: `Test: ${template.title}`.slice(0, 200), template, signers, requestedBy: userId },
    ...{ patient: { id: null, name, email }, center: { name, email } },
  })
  audit(editorDb, { type: 'template.test_sent', subject: template.id, after: { version: template.version } })
}
