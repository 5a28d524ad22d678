import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { isMailDomainTaken, MAIL_DOMAIN_TAKEN, mailDomainOf } from '#api/platform/mail/mail-domain.ts'
import { findSigningKeys, generateSigningKey, insertSigningKey } from '#api/platform/mail/signing-keys.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { type CheckedRecord, checkRecords } from './check-records.commands.ts'
import { findRecords } from './records.queries.ts'

interface Caller {
  domain: Domain
  ports: Ports
  transact: RunInTransaction
}

/** Keys and results of a domain are changed by one transaction at a time. */
const lockRecords = (db: Db) => db.rows(`select pg_advisory_xact_lock(hashtextextended('mail records ' || $1, 0))`, [db.domainId])

/** Makes a key. It signs as soon as its record is found; until then the earlier key signs. */
export async function makeKey({ ports, transact }: Caller, options: { onlyFirst?: boolean } = {}): Promise<void> {
  const pair = await generateSigningKey()
  await transact(async (db) => {
    await lockRecords(db)
    if (options.onlyFirst && (await findSigningKeys(db)).length > 0) return
    const selector = await insertSigningKey(db, ports.secretKey, pair)
    audit(db, { type: 'email.key_made', after: { selector } })
  })
}

async function ensureKey(caller: Caller): Promise<void> {
  const keys = await caller.transact(findSigningKeys)
  if (keys.length === 0) await makeKey(caller, { onlyFirst: true })
}

/** The records with the results of the last look-up. Makes the first key. */
export async function readRecords(caller: Caller) {
  await ensureKey(caller)
  return caller.transact((db) => findRecords(db, caller.domain, caller.ports.mailServer))
}

/** A key whose record is in the DNS signs from now on, and older keys are deleted. A key whose record is gone does not sign any more. */
async function applyDkimResults(db: Db, mailDomain: string, records: CheckedRecord[]): Promise<void> {
  const keys = await findSigningKeys(db)
  const resultOf = (selector: string) =>
    records.find(({ purpose, name }) => purpose === 'dkim' && name.startsWith(`${selector}.`))
  for (const { id, selector } of keys) {
    const { valid = null } = resultOf(selector) ?? {}
    if (valid === null) continue
    await db.updateRows('mail_keys', { id }, { found_in: valid ? mailDomain : null })
  }
  const newest = keys.find(({ selector }) => resultOf(selector)?.valid)
  if (newest) await db.deleteFrom('mail_keys').where('domain_id', '=', db.domainId).where('id', '<', newest.id).execute()
}

const proving = ['dkim', 'return_path']

/** A mail domain that another domain of the installation has proved cannot be proved again. One domain proves it at a time. */
async function refuseTaken(db: Db, mailDomain: string, records: CheckedRecord[]): Promise<CheckedRecord[]> {
  await db.rows(`select pg_advisory_xact_lock(hashtextextended('mail domain ' || $1, 0))`, [mailDomain])
  if (!(await isMailDomainTaken(db, mailDomain))) return records
  return records.map((record) =>
    proving.includes(record.purpose) ? { ...record, valid: false, problem: MAIL_DOMAIN_TAKEN } : record,
  )
}

const validity = (records: Pick<CheckedRecord, 'name' | 'purpose' | 'valid'>[]) =>
  Object.fromEntries(records.map(({ name, purpose, valid }) => [`${purpose} ${name}`, valid]))

async function saveResults(db: Db, { domain, ports }: Caller, checked: CheckedRecord[]): Promise<void> {
  await lockRecords(db)
  const mailDomain = mailDomainOf(domain.email_sender)
  const records = await refuseTaken(db, mailDomain, checked)
  const before = await findRecords(db, domain, ports.mailServer)
  await db.deleteRows('mail_records', {})
  const checked_at = new Date()
  const rows = records.map(({ purpose, name, value, valid, problem }) => ({ purpose, name, value, valid, problem, checked_at }))
  await db
    .insertInto('mail_records')
    .values(rows.map((row) => ({ domain_id: db.domainId, ...row })))
    .execute()
  await applyDkimResults(db, mailDomain, records)
  const changes = changesBetween(validity(before), validity(records))
  if (changes) audit(db, { type: 'email.records_checked', ...changes })
}

/** Looks up the records. No success: a name server gave no answer. */
export async function verifyRecords(caller: Caller) {
  const wanted = await readRecords(caller)
  const checked = await checkRecords(caller.ports.dns, wanted)
  await caller.transact((db) => saveResults(db, caller, checked))
  return { success: checked.every(({ valid }) => valid !== null), data: await readRecords(caller) }
}
