/** Adds and corrects vial entries. The database updates the counts in the same transaction (080-lab-records.sql). */
import type { VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { NewVialEntry, VialEntryEdit } from '@vialdesk/contract/care/vials'
import type { Db } from '#api/db/db.ts'
import { notifyVials } from '#api/features/notices/notify-milestones.commands.ts'
import type { lockEntry } from '#api/features/vials/changes/lock-vials.commands.ts'
import type { ReleaseActor } from '#api/features/vials/rules/override-rules.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { validatePastDays } from '#api/platform/http/errors/validate-past-day.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { addToStock, removeFromStock, returnToStock, shipFromStock } from './adjust-vials.commands.ts'
import { chooseReceiver, correctReceiver } from './choose-receiver.commands.ts'
import { validateShippingDay } from './confirm-arrival.commands.ts'
import { assertUnreserved } from './reserved-vials.queries.ts'
import { getVialCounts, getVialEntry, type VialEntryRow } from './vial-entries.queries.ts'

type Counts = Awaited<ReturnType<typeof getVialCounts>>
type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

/** `isOrder`: the parcel of an order, whose buyer is notified of the order, with the address of the order. */
interface EntryOptions {
  isOrder?: boolean
  receiver?: VialReceiver
}

/**
 * Adds an entry. Refuses with 409 if fewer vials are available and not reserved than would be shipped, or if a required rule is not met.
 * The caller has locked the patient.
 */
export async function addVialEntry(
  db: Db,
  actor: Viewer,
  { user, vials, override_reason: overrideReason, receiver: chosen, ...entry }: NewVialEntry,
  { isOrder = false, receiver: given }: EntryOptions = {},
): Promise<VialEntryRow> {
  await validatePastDays(db, { date: entry.date })
  if (entry.type === 'shipped') await assertUnreserved(db, user, entry.quantity)
  const receiver = given ?? (chosen && (await chooseReceiver(db, user, chosen))) ?? null
  const { id } = await db.insertWithId('vial_entries', {
    ...entry,
    receiver: receiver && JSON.stringify(receiver),
    user_id: user,
    created_by: db.auditActor.actor?.id ?? null,
  })
  const key = { id, user_id: user, type: entry.type }
  const move = entry.type === 'added' ? addToStock : shipFromStock
  await move(db, { actor, overrideReason }, key, entry.quantity, vials)
  // Vials in quarantine are released; without names, the vials are new.
  const milestone = entry.type === 'added' && vials ? 'released' : entry.type
  // The trigger of the entry has locked the counts, so the counts before can be calculated from those after.
  const after = await getVialCounts(db, user)
  audit(db, {
    type: `vials.${milestone}`,
    subject: id,
    patient: user,
    before: addToCounts(after, entry.type, -entry.quantity),
    after: { ...entry, ...(receiver && { receiver: receiver.kind }), ...after },
  })
  if (entry.quantity > 0 && !isOrder) await notifyVials(db, user, milestone, entry.quantity)
  return getVialEntry(db, id)
}

/** Corrects an entry; the counts change by the difference, and 409 keeps them from falling below zero. Audits only real changes. */
export async function correctVialEntry(
  db: Db,
  actor: Viewer,
  entry: LockedEntry,
  { override_reason: overrideReason = '', receiver: chosen, ...edit }: VialEntryEdit,
): Promise<VialEntryRow> {
  if (entry.type !== 'shipped' && edit.tracking_id) {
    failField('tracking_id', 'Only shipped vials have a tracking number.')
  }
  if (entry.type !== 'shipped' && chosen) failField('receiver', 'Only shipped vials have a receiver.')
  const receiver = chosen && (await correctReceiver(db, entry.user_id, entry.receiver, chosen))
  const changes = changesBetween<EntryChange>(entry as EntryChange, { ...edit, ...(receiver && { receiver }) })
  if (!changes) return getVialEntry(db, entry.id)
  await validatePastDays(db, { date: changes.after.date })
  await validateShippingDay(db, entry.id, changes.after.date)
  const difference = (edit.quantity ?? entry.quantity) - entry.quantity
  await assertUnreserved(db, entry.user_id, entry.type === 'added' ? -difference : difference)
  const { receiver: changedReceiver, ...changed } = changes.after
  await db.updateRows(
    'vial_entries',
    { id: entry.id },
    { ...changed, ...(changedReceiver && { receiver: JSON.stringify(changedReceiver) }) },
  )
  await adjustStock(db, { actor, overrideReason }, entry, difference)
  const after = await getVialCounts(db, entry.user_id)
  const before = addToCounts(after, entry.type, -difference)
  audit(db, {
    type: 'vials.corrected',
    subject: entry.id,
    patient: entry.user_id,
    before: { ...withKind(changes.before), ...before },
    after: { ...withKind(changes.after), ...after },
  })
  return getVialEntry(db, entry.id)
}

type EntryChange = Omit<VialEntryEdit, 'override_reason' | 'receiver'> & { receiver?: VialReceiver | null }

/** The audit has the kind of the receiver only: name and address are data of a person. */
const withKind = ({ receiver, ...change }: EntryChange) => ({
  ...change,
  ...(receiver !== undefined && { receiver: receiver?.kind ?? null }),
})

/** Adds or removes vials so that they match the corrected quantity. */
async function adjustStock(db: Db, by: ReleaseActor, entry: LockedEntry, difference: number): Promise<void> {
  if (difference === 0) return
  if (entry.type === 'added' && difference > 0) await addToStock(db, by, entry, difference)
  else if (entry.type === 'added') await removeFromStock(db, entry, -difference)
  else if (difference > 0) await shipFromStock(db, by, entry, difference)
  else await returnToStock(db, entry, -difference)
}

/** The counts after an entry of this type and quantity. */
const addToCounts = ({ vials_available, vials_shipped }: Counts, type: string, quantity: number): Counts =>
  type === 'added'
    ? { vials_available: vials_available + quantity, vials_shipped }
    : { vials_available: vials_available - quantity, vials_shipped: vials_shipped + quantity }
