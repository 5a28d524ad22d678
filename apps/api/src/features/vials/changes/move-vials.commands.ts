/** Moves vials to another state, all of a batch or none. The database enforces the allowed moves, too (100-vials.sql). */
import type { AuditEventType } from '@vialdesk/contract/business/audit-events'
import { allowedVialMoves, type Vial, type VialMove } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { inSentence, vialStateNames } from '@vialdesk/contract/people/lab-fields'
import type { Db } from '#api/db/db.ts'
import { notifyStock } from '#api/features/notices/notify-milestones.commands.ts'
import { assertUnreserved } from '#api/features/vials/entries/reserved-vials.queries.ts'
import { getVialCounts } from '#api/features/vials/entries/vial-entries.queries.ts'
import { getVialRows } from '#api/features/vials/lists/vial-pages.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { groupByPatient, type LockedVial, lockVials } from './lock-vials.commands.ts'

type TargetState = VialMove['to']

export const moves: Record<TargetState, { event: AuditEventType; participle: string }> = {
  quarantine: { event: 'vials.quarantined', participle: 'put into quarantine' },
  held: { event: 'vials.held', participle: 'put on hold' },
  released: { event: 'vials.resumed', participle: 'put back into stock' },
  disposed: { event: 'vials.disposed', participle: 'disposed of' },
}

/** The success message, as in "2 vials have been stored!" */
export const describeVials = (count: number, participle: string) =>
  `${count} ${count === 1 ? 'vial has' : 'vials have'} been ${participle}!`

const isInStock = ({ state }: LockedVial) => state === 'released' || state === 'held'

/** Refuses with 409 if one of the vials may not move to this state. */
export async function moveVials(db: Db, actor: Actor, { vials, to, reason }: VialMove): Promise<Vial[]> {
  const locked = await lockVials(db, actor, vials)
  const immovable = locked.find(({ state }) => !(allowedVialMoves[state] as readonly TargetState[]).includes(to))
  if (immovable) failForMove(immovable, to)
  const savedReason = to === 'held' || to === 'disposed' ? reason : ''
  if (to === 'disposed') {
    const inStock = locked.filter(isInStock)
    for (const [patient, disposed] of groupByPatient(inStock)) await assertUnreserved(db, patient, disposed.length)
    await lowerEntries(db, inStock)
  }
  await db.updateRows('vials', { id: vials }, { state: to, reason: savedReason })
  for (const [patient, moved] of groupByPatient(locked)) await auditMove(db, patient, moved, { to, reason: savedReason })
  return getVialRows(db, vials)
}

function failForMove({ code, state }: LockedVial, to: TargetState): never {
  const message = `Vial ${formatVialCode(code)} is ${inSentence(vialStateNames[state])}, so it cannot be ${moves[to].participle}. None of the vials was moved.`
  return fail('conflict', { message })
}

/**
 * Reduces the quantity of the added entries by the disposed vials; the counts follow by trigger. They never fall below zero, because every
 * vial in stock counts as available.
 */
async function lowerEntries(db: Db, vials: readonly LockedVial[]): Promise<void> {
  const entries = Map.groupBy(vials, ({ added_entry_id }) => added_entry_id as number)
  if (entries.size === 0) return
  await db.rows(
    `update vial_entries e
     set quantity = e.quantity - t.n
     from unnest($2::bigint[], $3::int[]) t (id, n)
     where e.domain_id = $1 and e.id = t.id`,
    [db.domainId, [...entries.keys()], [...entries.values()].map((each) => each.length)],
  )
}

/** Audits the move of a patient's vials, and notifies the center and the lab. */
async function auditMove(
  db: Db,
  patient: number,
  moved: readonly LockedVial[],
  { to, reason }: { to: TargetState; reason: string },
): Promise<void> {
  const details = { vials: moved.length, codes: moved.map(({ code }) => code), ...(reason && { reason }) }
  const fewer = to === 'disposed' ? moved.filter(isInStock).length : 0
  const counts = fewer > 0 ? await getVialCounts(db, patient) : undefined
  audit(db, {
    type: moves[to].event,
    patient,
    ...(counts && { before: { ...counts, vials_available: counts.vials_available + fewer } }),
    after: { ...details, ...counts },
  })
  if (to === 'held' || to === 'disposed') await notifyStock(db, patient, to)
}
