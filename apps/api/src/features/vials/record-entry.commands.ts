/** Recording vials: an entry and the counts change together or not at all; the database keeps the counts (080-lab-records.sql). */
import type { NewVialEntry, VialEntry, VialEntryEdit } from '@vialdesk/contract/vials'
import type { Db } from '#api/db/db.ts'
import { notifyVials } from '#api/features/notices/notify-milestones.commands.ts'
import { type AuditActor, audit, changesBetween } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import { addToStock, bringBack, takeFromStock, takeOff } from './adjust-vials.commands.ts'
import type { holdEntry } from './lock-vials.commands.ts'
import { getVialCounts, getVialEntry } from './vial-entries.queries.ts'

type Counts = Awaited<ReturnType<typeof getVialCounts>>
type Entry = NonNullable<Awaited<ReturnType<typeof holdEntry>>>

/** Adds an entry. 409 when more would be shipped than are there. The caller holds the patient. */
export async function recordVials(db: Db, auditActor: AuditActor, { user, vials, ...entry }: NewVialEntry): Promise<VialEntry> {
  const { id } = await db
    .insertInto('vial_entries')
    .values({ ...entry, domain_id: db.domainId, user_id: user, created_by: auditActor.actor?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const written = { id, user_id: user }
  if (entry.type === 'added') await addToStock(db, written, entry.quantity, vials)
  else await takeFromStock(db, written, entry.quantity, vials)
  // The entry's trigger holds the counts until the commit, so what stood before it follows from what stands now.
  const after = await getVialCounts(db, user)
  audit(db, auditActor, {
    type: entry.type === 'added' ? 'vials.added' : 'vials.shipped',
    subject: id,
    patient: user,
    before: moved(after, entry.type, -entry.quantity),
    after: { ...entry, ...after },
  })
  if (entry.quantity > 0) await notifyVials(db, user, entry.type, entry.quantity)
  return getVialEntry(db, id)
}

/** Corrects an entry; the counts move by the difference. 409 when they would fall below zero. What is as it was is not noted. */
export async function correctVialEntry(db: Db, auditActor: AuditActor, entry: Entry, edit: VialEntryEdit): Promise<VialEntry> {
  if (entry.type !== 'shipped' && edit.tracking_id) {
    failField('tracking_id', 'Only shipped vials have a tracking number.')
  }
  const changes = changesBetween<VialEntryEdit>(entry, edit)
  if (!changes) return getVialEntry(db, entry.id)
  await db
    .updateTable('vial_entries')
    .set(changes.after)
    .where('domain_id', '=', db.domainId)
    .where('id', '=', entry.id)
    .execute()
  await moveStock(db, entry, (edit.quantity ?? entry.quantity) - entry.quantity)
  const after = await getVialCounts(db, entry.user_id)
  const before = moved(after, entry.type, entry.quantity - (edit.quantity ?? entry.quantity))
  audit(db, auditActor, {
    type: 'vials.corrected',
    subject: entry.id,
    patient: entry.user_id,
    before: { ...changes.before, ...before },
    after: { ...changes.after, ...after },
  })
  return getVialEntry(db, entry.id)
}

/** Moves as many vials as a correction says that there were more of, or fewer. */
async function moveStock(db: Db, entry: Entry, difference: number): Promise<void> {
  if (difference === 0) return
  if (entry.type === 'added') await (difference > 0 ? addToStock : takeOff)(db, entry, Math.abs(difference))
  else await (difference > 0 ? takeFromStock : bringBack)(db, entry, Math.abs(difference))
}

/** Counts as an entry of this type moves them. */
const moved = ({ vials_available, vials_shipped }: Counts, type: string, quantity: number): Counts =>
  type === 'added'
    ? { vials_available: vials_available + quantity, vials_shipped }
    : { vials_available: vials_available - quantity, vials_shipped: vials_shipped + quantity }
