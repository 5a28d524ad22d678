import { contract } from '@vialdesk/contract'
import { fail } from '#api/platform/fail.ts'
import { record } from '#api/platform/record.ts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { choicesOf } from './notices.choices.queries.ts'
import { countUnread, listNotices, lookFor } from './notices.queries.ts'
import { MOST_STREAMS, topicOf, unreadEvents } from './notices.stream.ts'
import { askQuestion } from './questions.commands.ts'
import { choose, markRead } from './reading.commands.ts'

const { notices } = contract

export const noticesRouter = {
  list: serve(notices.list, ({ db, actor, query }) => listNotices(db, actor.id, query)),

  stream: serveWaiting(notices.stream, async ({ actor, domain, ports: { signals }, transact, reply }) => {
    const topic = topicOf(domain.id, actor.id)
    if (signals.count(topic) >= MOST_STREAMS) return fail('too_many', { headers: { 'retry-after': '60' } })
    const news = signals.subscribe(topic)
    // Whoever goes away while nothing happens is not waited for.
    reply.raw.once('close', () => news.end())
    if (reply.raw.destroyed) news.end()
    // A proxy that gathers answers would keep the news to itself.
    reply.header('x-accel-buffering', 'no')
    return unreadEvents(news, () => transact((db) => lookFor(db, actor)))
  }),

  read: serve(notices.read, async ({ db, actor, body }) => {
    await markRead(db, actor.id, body.ids)
    return { unread: await countUnread(db, actor.id) }
  }),

  choices: serve(notices.choices, ({ db, actor }) => choicesOf(db, actor)),

  choose: serve(notices.choose, async ({ db, actor, body }) => {
    await choose(db, actor.id, body)
    return choicesOf(db, actor)
  }),

  ask: serve(notices.ask, async ({ db, actor, body, doer }) => {
    await askQuestion(db, actor.id, body)
    record(db, doer, { type: 'question.asked', subject: actor.id })
    return { message: 'Your question has been sent.' }
  }),
}
