import { contract } from '@vialdesk/contract'
import { getEditorSession } from '#api/features/templates/editor/editor-sessions.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import { sendTest } from './send-test.commands.ts'

/** A call of the template editor. It is served here, because documents know templates, and templates know no document. */
export const testRouter = {
  testSend: serve(contract.templates.testSend, async ({ db, body }) => {
    const session = await getEditorSession(db, body.session)
    await sendTest(db, session)
    return { message: `A test was sent to ${session.email}.`, email: session.email }
  }),
}
