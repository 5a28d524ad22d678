/** Adds and corrects vial entries. The database updates the counts in the same transaction (080-lab-records.sql). */
import type { NewVialEntry, VialEntry, VialEntryEdit } from '@vialdesk/contract/vials'
import type { Db } from '#api/db/db.ts'
import { notifyVials } from '#api/features/notices/notify-milestones.commands.ts'
import type { lockEntry } from '#api/features/vials/changes/lock-vials.commands.ts'
import { type AuditActor, audit, changesBetween } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import { addToStock, removeFromStock, returnToStock, shipFromStock } from './adjust-vials.commands.ts'
import { assertUnreserved } from './reserved-vials.queries.ts'
import { getVialCounts, getVialEntry } from './vial-entries.queries.ts'

type Counts = Awaited<ReturnType<typeof getVialCounts>>
type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

/**
 * Adds an entry. Refuses with 409 if fewer vials are available and not reserved than would be shipped. The caller has locked the
 * patient. `isOrder`: the parcel of an order, whose buyer is notified of the order.
 */
export async function addVialEntry(
  db: Db,
  auditActor: AuditActor,
  { user, vials, ...entry }: NewVialEntry,
  { isOrder } = { isOrder: false },
): Promise<VialEntry> {
  if (entry.type === 'shipped') await assertUnreserved(db, user, entry.quantity)
  const { id } = await db
    .insertInto('vial_entries')
    .values({ ...entry, domain_id: db.domainId, user_id: user, created_by: auditActor.actor?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = { id, user_id: user }
  if (entry.type === 'added') await addToStock(db, key, entry.quantity, vials)
  else await shipFromStock(db, key, entry.quantity, vials)
  // The trigger of the entry has locked the counts, so the counts before can be calculated from those after.
  const after = await getVialCounts(db, user)
  audit(db, auditActor, {
    type: entry.type === 'added' ? 'vials.added' : 'vials.shipped',
    subject: id,
    patient: user,
    before: addToCounts(after, entry.type, -entry.quantity),
    after: { ...entry, ...after },
  })
  if (entry.quantity > 0 && !isOrder) await notifyVials(db, user, entry.type, entry.quantity)
  return getVialEntry(db, id)
}

/** Corrects an entry; the counts change by the difference, and 409 keeps them from falling below zero. Audits only real changes. */
export async function correctVialEntry(
  db: Db,
  auditActor: AuditActor,
  entry: LockedEntry,
  edit: VialEntryEdit,
): Promise<VialEntry> {
  if (entry.type !== 'shipped' && edit.tracking_id) {
    failField('tracking_id', 'Only shipped vials have a tracking number.')
  }
  const changes = changesBetween<VialEntryEdit>(entry, edit)
  if (!changes) return getVialEntry(db, entry.id)
  const difference = (edit.quantity ?? entry.quantity) - entry.quantity
  await assertUnreserved(db, entry.user_id, entry.type === 'added' ? -difference : difference)
  await db
    .updateTable('vial_entries')
    .set(changes.after)
    .where('domain_id', '=', db.domainId)
    .where('id', '=', entry.id)
    .execute()
  await adjustStock(db, entry, difference)
  const after = await getVialCounts(db, entry.user_id)
  const before = addToCounts(after, entry.type, -difference)
  audit(db, auditActor, {
    type: 'vials.corrected',
    subject: entry.id,
    patient: entry.user_id,
    before: { ...changes.before, ...before },
    after: { ...changes.after, ...after },
  })
  return getVialEntry(db, entry.id)
}

/** Adds or removes vials so that they match the corrected quantity. */
async function adjustStock(db: Db, entry: LockedEntry, difference: number): Promise<void> {
  if (difference === 0) return
  if (entry.type === 'added') await (difference > 0 ? addToStock : removeFromStock)(db, entry, Math.abs(difference))
  else await (difference > 0 ? shipFromStock : returnToStock)(db, entry, Math.abs(difference))
}

/** The counts after an entry of this type and quantity. */
const addToCounts = ({ vials_available, vials_shipped }: Counts, type: string, quantity: number): Counts =>
  type === 'added'
    ? { vials_available: vials_available + quantity, vials_shipped }
    : { vials_available: vials_available - quantity, vials_shipped: vials_shipped + quantity }
