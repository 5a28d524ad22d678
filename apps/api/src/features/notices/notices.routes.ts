import { contract } from '@vialdesk/contract'
import { ASK_IN_OWN_ACCOUNT } from '@vialdesk/contract/people/notices'
import { speaksForAccount } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { countUnread, findUnreadCounts, getChoices } from './notices.queries.ts'
import { askQuestion } from './questions/ask-question.commands.ts'
import { markRead, saveChoices } from './read-notices.commands.ts'
import { MAX_STREAMS, topicOf, unreadEvents } from './unread-count/unread-count.stream.ts'

const { notices } = contract

export const noticesRouter = {
  stream: serveWithProviders(notices.stream, async ({ actor, domain, ports: { signals }, transact, reply }) => {
    const topic = topicOf(domain.id, actor.id)
    if (signals.count(topic) >= MAX_STREAMS) return fail('too_many', { headers: { 'retry-after': '60' } })
    const subscription = signals.subscribe(topic)
    // A closed connection ends the subscription at once, not at the next heartbeat.
    reply.raw.once('close', () => subscription.end())
    if (reply.raw.destroyed) subscription.end()
    // Stops proxies from buffering the events.
    reply.header('x-accel-buffering', 'no')
    return unreadEvents(subscription, () => transact((db) => findUnreadCounts(db, actor)))
  }),

  read: serve(notices.read, async ({ db, actor, body }) => {
    await markRead(db, actor.id, body.ids)
    return { unread: await countUnread(db, actor.id) }
  }),

  choices: serve(notices.choices, ({ db, actor }) => getChoices(db, actor)),

  choose: serve(notices.choose, async ({ db, actor, body }) => {
    await saveChoices(db, actor.id, body)
    return getChoices(db, actor)
  }),

  ask: serve(notices.ask, async ({ db, actor, body }) => {
    if (!speaksForAccount(actor)) fail('conflict', { message: ASK_IN_OWN_ACCOUNT })
    await askQuestion(db, actor.id, body)
    audit(db, { type: 'question.asked', subject: actor.id })
    return { message: 'Your question has been sent.' }
  }),
}
