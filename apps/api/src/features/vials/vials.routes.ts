import { contract } from '@vialdesk/contract'
import { registerVials, storeVials } from '#api/features/vials/changes/store-vials.commands.ts'
import { assertVisiblePatient } from '#api/features/visibility/visible.queries.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { lockEntry, lockPatient } from './changes/lock-vials.commands.ts'
import { describeVials, moves, moveVials } from './changes/move-vials.commands.ts'
import { addVialEntry, correctVialEntry } from './entries/add-vial-entry.commands.ts'
import { confirmArrival } from './entries/confirm-arrival.commands.ts'
import { assertNotOfOrder } from './entries/reserved-vials.queries.ts'
import { findVialEntries, getVialEntry } from './entries/vial-entries.queries.ts'
import { printLabels } from './labels/print-labels.commands.ts'
import { tracePatient, traceVial } from './lists/trace.queries.ts'
import { findVials } from './lists/vial-pages.queries.ts'
import { checkRules } from './rules/release-rules.queries.ts'
import { arrivalPolicy, presentEntry } from './vials.policy.ts'

const { vials } = contract

export const vialsRouter = {
  history: serve(vials.history, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    const { count, results } = await findVialEntries(db, params.id, query)
    return { count, results: results.map((entry) => presentEntry(actor, entry)) }
  }),

  add: serve(vials.add, async ({ db, actor, body }) => {
    await lockPatient(db, actor, body.user)
    return presentEntry(actor, await addVialEntry(db, actor, body))
  }),

  edit: serve(vials.edit, async ({ db, actor, params, body }) => {
    const entry = await lockEntry(db, actor, params.id)
    if (!entry) return fail('not_found')
    await assertNotOfOrder(db, entry, body)
    return presentEntry(actor, await correctVialEntry(db, actor, entry, body))
  }),

  check: serve(vials.check, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    return checkRules(db, actor, params.id, query)
  }),

  arrive: serve(vials.arrive, async ({ db, actor, params, body }) => {
    const entry = (await lockEntry(db, actor, params.id)) ?? fail('not_found')
    arrivalPolicy.assertCan(actor, 'confirm', entry)
    await confirmArrival(db, entry, body)
    return presentEntry(actor, await getVialEntry(db, entry.id))
  }),

  list: serve(vials.list, ({ db, actor, query }) => findVials(db, actor, query)),

  labels: serveWithProviders(vials.labels, async ({ actor, domain, ports, query, reply, transact }) => {
    const pieces = await printLabels({ transact, actor, domain, ports }, query)
    reply.header('content-disposition', 'attachment; filename="vial-labels.pdf"')
    return pieces
  }),

  register: serve(vials.register, async ({ db, actor, body }) => {
    await lockPatient(db, actor, body.user)
    const results = await registerVials(db, body)
    return { message: describeVials(results.length, 'registered'), results }
  }),

  move: serve(vials.move, async ({ db, actor, body }) => {
    const results = await moveVials(db, actor, body)
    return { message: describeVials(results.length, moves[body.to].participle), results }
  }),

  store: serve(vials.store, async ({ db, actor, body }) => {
    const results = await storeVials(db, actor, body)
    const fromPlace = `removed from ${results.length === 1 ? 'its place' : 'their places'}`
    return { message: describeVials(results.length, body.place ? 'stored' : fromPlace), results }
  }),

  find: serve(vials.find, ({ db, actor, params }) => traceVial(db, actor, params.code)),

  trace: serve(vials.trace, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    return tracePatient(db, params.id, query)
  }),
}
