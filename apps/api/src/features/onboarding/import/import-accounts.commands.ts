/** Imports the accounts of a file: all of them, or none if any line is invalid. */
import type { Import, ImportResult } from '@vialdesk/contract/import-columns'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { invite } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { announce } from '#api/platform/events/announce.ts'
import { readLines } from './imported-lines.csv.ts'
import { type ImportedAccount, validateLines } from './validate-import.commands.ts'

/** Another transaction has used an email of the file after the validation. The import rolls back and validates again. */
class EmailTakenMeanwhile extends Error {
  override name = 'Overtaken'
}
const MAX_ATTEMPTS = 3

export async function importAccounts(
  { transact }: { transact: RunInTransaction },
  { kind, csv, dry_run }: Import,
): Promise<ImportResult> {
  const { lines, errors } = readLines({ kind, csv })
  if (lines.length === 0) return { lines: 0, created: 0, errors }
  const attempt = async (db: Db): Promise<ImportResult> => {
    const validated = await validateLines(db, kind, lines)
    const allErrors = [...errors, ...validated.errors].toSorted((a, b) => a.line - b.line)
    const result = { lines: lines.length, created: 0, errors: allErrors }
    if (dry_run || allErrors.length > 0) return result
    await createAccounts(db, kind, validated.accounts)
    return { ...result, created: validated.accounts.length }
  }
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await transact(attempt)
    } catch (error) {
      if (!(error instanceof EmailTakenMeanwhile) || attemptNumber === MAX_ATTEMPTS) throw error
    }
  }
}

interface CreatedAccount {
  id: number
  company: string
  harvest_center_id: number | null
  sales_rep_id: number | null
  lab_id: number | null
}

/**
 * One statement, so that it holds no other locks while it waits for a simultaneous account with the same email. Ordered by email,
 * so that two imports of the same emails do not deadlock.
 */
const insertUsersSql = `
  insert into users (
    domain_id, memberships, first_name, last_name, email, phone_number, company, tags,
    address1, address2, city, state_desc, country_desc, zip_code, harvest_center_id, sales_rep_id, lab_id)
  select
    $1, array[$2::smallint], r.first_name, r.last_name, r.email,
    coalesce(r.phone_number, ''), coalesce(r.company, ''), coalesce(r.tags, '{}'),
    coalesce(r.address1, ''), coalesce(r.address2, ''), coalesce(r.city, ''), coalesce(r.state_desc, ''),
    coalesce(r.country_desc, ''), coalesce(r.zip_code, ''),
    r.harvest_center_id, r.sales_rep_id, r.lab_id
  from jsonb_to_recordset($3) r (
    first_name text, last_name text, email text, phone_number text, company text, tags smallint[],
    address1 text, address2 text, city text, state_desc text, country_desc text, zip_code text,
    harvest_center_id bigint, sales_rep_id bigint, lab_id bigint)
  order by lower(r.email)
  on conflict on constraint users_email_key do nothing
  returning id, company, harvest_center_id, sales_rep_id, lab_id`
const insertLabRecordsSql = 'insert into lab_records (domain_id, user_id) select $1, unnest($2::bigint[])'

const membershipOfKind = { patients: membershipIds.patient, harvest_centers: membershipIds.harvest_center }

async function createAccounts(db: Db, kind: Import['kind'], accounts: ImportedAccount[]): Promise<void> {
  const subscription = membershipOfKind[kind]
  const created = await db.rows<CreatedAccount>(insertUsersSql, [db.domainId, subscription, JSON.stringify(accounts)])
  if (created.length < accounts.length) throw new EmailTakenMeanwhile()
  const ids = created.map(({ id }) => id)
  if (kind === 'patients') await db.rows(insertLabRecordsSql, [db.domainId, ids])
  await invite(db, ids)
  for (const { id, company, harvest_center_id, sales_rep_id, lab_id } of created) {
    const after = kind === 'patients' ? { subscription, harvest_center_id } : { subscription, company, sales_rep_id, lab_id }
    audit(db, { type: 'account.created', subject: id, ...(kind === 'patients' && { patient: id }), after })
  }
  if (kind === 'patients') await announce(db, 'patient.created', ...ids.map((id) => ({ id })))
  audit(db, { type: 'accounts.imported', after: { kind, count: created.length } })
}
