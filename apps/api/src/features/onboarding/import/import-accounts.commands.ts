/** Imports the accounts of a file: all of them, or none if any line is invalid. */

import { apiErrors } from '@vialdesk/contract/base/errors'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { CARD_NUMBER_REFUSED, REQUIRED } from '@vialdesk/contract/base/validation-messages'
import { type Import, type ImportResult, importColumns } from '@vialdesk/contract/people/import-columns'
import { NewHarvestCenter, NewPatient } from '@vialdesk/contract/people/onboarding'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { findAddressErrors, phoneError } from '#api/features/accounts/edit/validate-address.commands.ts'
import { invite } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { announce } from '#api/platform/events/announce.ts'
import { containsCardNumber } from '#api/platform/kernel/card-numbers.ts'
import { buildFinder, findTagIds, findTakenEmails, referenceKinds } from './import-references.queries.ts'
import { type Line, type LineError, readLines } from './imported-lines.csv.ts'

type Kind = Import['kind']

/** The values of a new row of `users`, without the values that all lines share. */
interface ImportedAccount {
  first_name: string
  last_name: string
  email: string
  phone_number?: string
  company?: string
  tags?: number[]
  harvest_center_id?: number | null
  sales_rep_id?: number
  lab_id?: number | null
}

const formSchemas = {
  patients: NewPatient.omit({ subscription: true, harvest_center_id: true, tags: true }),
  harvest_centers: NewHarvestCenter.omit({ password: true, documents: true, saless_rep_id: true, lab_id: true }),
} satisfies Record<Kind, z.ZodType>

/** Reports an error of a cell; `key` is the key of the column. */
type ReportError = (line: number, key: string, message: string) => void

/**
 * Turns the lines of a file into accounts, in its order, and finds all errors. Each line is validated by the schema of its form and against
 * the other lines.
 */
async function validateLines(db: Db, kind: Kind, lines: Line[]): Promise<{ accounts: ImportedAccount[]; errors: LineError[] }> {
  const errors: LineError[] = []
  const headerOf = (key: string) => importColumns[kind].find((column) => column.key === key)?.header ?? ''
  const report: ReportError = (line, key, message) => void errors.push({ line, column: headerOf(key), message })
  const resolve = await buildResolver(db, kind, lines)
  const accounts = lines.flatMap(({ line, values }) => {
    const { data, error } = formSchemas[kind].safeParse(values)
    for (const { path, message } of error?.issues ?? []) report(line, String(path[0]), message)
    for (const [key, cell] of Object.entries(values)) if (containsCardNumber(cell)) report(line, key, CARD_NUMBER_REFUSED)
    const phoneMessage = data && phoneError(data)
    if (phoneMessage) report(line, 'phone_number', phoneMessage)
    for (const [key, message] of Object.entries(data ? findAddressErrors(data) : {})) report(line, key, message)
    const references = resolve((key, message) => report(line, key, message), values)
    return data ? [{ ...data, ...references }] : []
  })
  await validateEmails(db, lines, report)
  return { accounts, errors: errors.toSorted((a, b) => a.line - b.line) }
}

type ResolveReferences = (
  report: (key: string, message: string) => void,
  values: Record<string, string>,
) => Partial<ImportedAccount>

async function buildResolver(db: Db, kind: Kind, lines: Line[]): Promise<ResolveReferences> {
  const finder = (key: keyof typeof referenceKinds) =>
    buildFinder(
      db,
      referenceKinds[key],
      lines.map(({ values }) => values[key] ?? ''),
    )
  if (kind === 'patients') {
    const [center, tags] = [await finder('harvest_center'), await findTagIds(db)]
    return (report, { harvest_center = '', tags: labels = '' }) => ({
      harvest_center_id: harvest_center === '' ? null : idOrReport(report, 'harvest_center', center(harvest_center)),
      tags: resolveTags(report, tags, labels),
    })
  }
  const [rep, lab] = [await finder('sales_rep'), await finder('lab')]
  return (report, { sales_rep = '', lab: named = '' }) => ({
    sales_rep_id: idOrReport(report, 'sales_rep', sales_rep === '' ? { message: REQUIRED } : rep(sales_rep)),
    lab_id: named === '' ? null : idOrReport(report, 'lab', lab(named)),
  })
}

/** The found id. Otherwise reports an error and returns 0, which is never stored because the import stops on errors. */
function idOrReport(
  report: (key: string, message: string) => void,
  key: string,
  found: { id: number } | { message: string },
): number {
  if ('id' in found) return found.id
  report(key, found.message)
  return 0
}

function resolveTags(report: (key: string, message: string) => void, known: Map<string, number>, labels: string): number[] {
  const names = [...new Set(labels.split(/[|,;]/).map((label) => label.trim().toLowerCase()))].filter(Boolean)
  if (!names.every((name) => known.has(name))) report('tags', 'Choose from the list of tags.')
  return names.flatMap((name) => known.get(name) ?? [])
}

/** Reports emails that are twice in the file or in use in the domain. */
async function validateEmails(db: Db, lines: Line[], report: ReportError): Promise<void> {
  const firstLines = new Map<string, number>()
  const linesWithEmail = lines.map(({ line, values: { email = '' } }) => ({ line, email: email.toLowerCase() }))
  const usedEmails = await findTakenEmails(db, [...new Set(linesWithEmail.map(({ email }) => email))])
  for (const { line, email } of linesWithEmail.filter((each) => each.email !== '')) {
    const earlier = firstLines.get(email)
    if (earlier !== undefined) report(line, 'email', `Line ${earlier} already has this email.`)
    else if (usedEmails.has(email)) report(line, 'email', apiErrors.duplicate_email.message)
    firstLines.set(email, earlier ?? line)
  }
}

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
