import { contract } from '@vialdesk/contract'
import { countUnreadMessages } from '#api/features/notices/notices.queries.ts'
import { assertVisiblePatient, assertVisibleUser } from '#api/features/visibility/visible.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import {
  findConversationsOfPatient,
  getConversation,
  getConversationRow,
  listConversations,
  listMessages,
} from './conversations.queries.ts'
import { markMessagesRead, sendMessage } from './send-message.commands.ts'

const { conversations } = contract

export const conversationsRouter = {
  list: serve(conversations.list, ({ db, actor, query }) => listConversations(db, actor, query)),

  unread: serve(conversations.unread, async ({ db, actor }) => ({ unread: await countUnreadMessages(db, actor.id) })),

  ofPatient: serve(conversations.ofPatient, async ({ db, actor, params: { id } }) => {
    // Admins also read the conversations of an inactive patient.
    if (actor.role === 'admin') await assertVisibleUser(db, actor, id, 'patient')
    else await assertVisiblePatient(db, actor, id)
    return { patient_id: id, results: await findConversationsOfPatient(db, actor, id) }
  }),

  messages: serve(conversations.messages, async ({ db, actor, params, query }) => {
    const { id } = await getConversationRow(db, actor, params.id)
    if (id === null) return fail('not_found')
    const { results: messages, ...cursors } = await listMessages(db, actor, id, query)
    return { conversation: await getConversation(db, actor, id), messages, ...cursors }
  }),

  send: serve(conversations.send, async ({ db, actor, body }) => {
    const { conversation, message } = await sendMessage(db, actor, body)
    const { results } = await listMessages(db, actor, conversation, { limit: 1, before: message + 1 })
    return { conversation: await getConversation(db, actor, conversation), message: results[0] ?? fail('not_found') }
  }),

  markRead: serve(conversations.markRead, async ({ db, actor, params, body }) => ({
    unread: await markMessagesRead(db, actor, params.id, body.up_to),
  })),
}
