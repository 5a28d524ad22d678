import { contract } from '@vialdesk/contract'
import { assertVisiblePatient } from '#api/features/accounts/visible.queries.ts'
import { fail } from '#api/platform/fail.ts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { holdEntry, holdPatient } from './holding.commands.ts'
import { printLabels } from './labels.commands.ts'
import { findVials } from './list.queries.ts'
import { registerVials } from './making.commands.ts'
import { done, moveVials, saying } from './moves.commands.ts'
import { storeVials } from './storing.commands.ts'
import { tracePatient, traceVial } from './trace.queries.ts'
import { correctVialEntry, recordVials } from './vials.commands.ts'
import { presentEntry } from './vials.policy.ts'
import { findVialEntries } from './vials.queries.ts'

const { vials } = contract

export const vialsRouter = {
  history: serve(vials.history, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    const { count, results } = await findVialEntries(db, params.id, query)
    return { count, results: results.map((entry) => presentEntry(actor, entry)) }
  }),

  add: serve(vials.add, async ({ db, actor, doer, body }) => {
    await holdPatient(db, actor, body.user)
    return recordVials(db, doer, body)
  }),

  edit: serve(vials.edit, async ({ db, actor, doer, params, body }) => {
    const entry = await holdEntry(db, actor, params.id)
    if (!entry) return fail('not_found')
    return correctVialEntry(db, doer, entry, body)
  }),

  list: serve(vials.list, ({ db, actor, query }) => findVials(db, actor, query)),

  labels: serveWaiting(vials.labels, async ({ actor, doer, domain, ports, query, reply, transact }) => {
    const pieces = await printLabels({ transact, actor, doer, domain, ports }, query)
    reply.header('content-disposition', 'attachment; filename="vial-labels.pdf"')
    return pieces
  }),

  register: serve(vials.register, async ({ db, actor, doer, body }) => {
    await holdPatient(db, actor, body.user)
    const results = await registerVials(db, doer, body)
    return { message: saying(results.length, 'registered'), results }
  }),

  move: serve(vials.move, async ({ db, actor, doer, body }) => {
    const results = await moveVials(db, doer, actor, body)
    return { message: saying(results.length, done[body.to].words), results }
  }),

  store: serve(vials.store, async ({ db, actor, doer, body }) => {
    const results = await storeVials(db, doer, actor, body)
    return { message: saying(results.length, body.place ? 'stored' : 'taken out of storage'), results }
  }),

  find: serve(vials.find, ({ db, actor, params }) => traceVial(db, actor, params.code)),

  trace: serve(vials.trace, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    return tracePatient(db, params.id, query)
  }),
}
