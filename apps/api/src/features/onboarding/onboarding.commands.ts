/** New accounts: none has a password; whoever owns it sets one by the mailed link. */
import type { NewHarvestCenter } from '@vialdesk/contract/onboarding'
import type { Address } from '@vialdesk/contract/primitives'
import { membershipOf, type Role } from '@vialdesk/contract/roles'
import { type Insertable, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { failForTakenEmail } from '#api/features/accounts/accounts.commands.ts'
import { checkLinks, checkTags } from '#api/features/accounts/references.queries.ts'
import { sendPasswordLink } from '#api/features/sessions/sessions.commands.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import { type Doer, record } from '#api/platform/record.ts'

export interface PatientInput extends Partial<Address> {
  first_name: string
  last_name: string
  email: string
  phone_number?: string
  harvest_center_id?: number | null
  referral_harvest_center_id?: number | null
  tags?: number[]
}

/**
 * Makes a patient with its lab record, and mails a set-your-password link once the transaction commits. Answers the id.
 * Refuses an address that is taken with duplicate_email and a center that is none with 422; the transaction it was called in
 * stays usable after either.
 */
export async function createPatient(db: Db, doer: Doer, input: PatientInput): Promise<number> {
  const { harvest_center_id, referral_harvest_center_id, tags = [] } = input
  await checkLinks(db, { harvest_center_id, referral_harvest_center_id })
  await checkTags(db, tags)
  const id = await insertAccount(db, 'patient', input)
  await db.insertInto('lab_records').values({ domain_id: db.domainId, user_id: id }).execute()
  record(db, doer, {
    type: 'account.created',
    subject: id,
    patient: id,
    after: { subscription: membershipOf.patient, harvest_center_id },
  })
  return id
}

/** Makes a harvest center of an active sales rep, and mails it a set-your-password link. Answers the id. */
export async function createHarvestCenter(db: Db, doer: Doer, { saless_rep_id, ...input }: NewHarvestCenter): Promise<number> {
  const links = { sales_rep_id: saless_rep_id, lab_id: input.lab_id }
  await checkLinks(db, links)
  const id = await insertAccount(db, 'harvest_center', { ...input, ...links })
  record(db, doer, {
    type: 'account.created',
    subject: id,
    after: { subscription: membershipOf.harvest_center, company: input.company, ...links },
  })
  return id
}

type Values = Omit<Insertable<Tables['users']>, 'domain_id' | 'memberships'>

async function insertAccount(db: Db, role: Role, values: Values): Promise<number> {
  const made = await db
    .insertInto('users')
    .values({ ...values, domain_id: db.domainId, memberships: [membershipOf[role]] })
    // A violation would end the caller's transaction; this way it only inserts nothing.
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return failForTakenEmail()
  await sendPasswordLink(db, made.id, 'welcome')
  return made.id
}

/** Notes that the actor accepted the agreement; the first time is the one that stays. */
export async function acceptAgreement(db: Db, doer: Doer, actor: Actor): Promise<void> {
  if (actor.kind !== 'own') fail('forbidden', { message: 'An agreement can only be accepted by the owner of the account.' })
  const accepted = await db
    .updateTable('users')
    .set({ agreement_accepted_at: sql`now()` })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', actor.id)
    .where('agreement_accepted_at', 'is', null)
    .returning('agreement_accepted_at')
    .executeTakeFirst()
  if (!accepted) return
  const patient = actor.role === 'patient' ? { patient: actor.id } : {}
  record(db, doer, { type: 'agreement.accepted', subject: actor.id, ...patient })
}
