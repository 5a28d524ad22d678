/** Looks up the records of a mail domain and says what is wrong with each. */
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { isMailDomainTaken, MAIL_DOMAIN_TAKEN, mailDomainOf } from '#api/platform/mail/mail-domain.ts'
import { findSigningKeys, generateSigningKey, insertSigningKey } from '#api/platform/mail/signing-keys.ts'
import { type Dns, DnsUnavailable } from '#api/platform/ports/dns.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { dkimProblem, dmarcProblem, returnPathProblem, type WantedRecord } from './records.pure.ts'
import { findRecords } from './records.queries.ts'
import { findSpfProblem } from './spf.commands.ts'

interface CheckedRecord extends WantedRecord {
  valid: boolean | null
  problem: string
}

/** An admin of the mail domain decides how many hosts an answer names. */
const MOST_MX_HOSTS = 10

/** Any mail server is right: replies may go to the mailboxes that the business already has. */
async function findMxProblem(dns: Dns, name: string): Promise<string> {
  const hosts = (await dns.mx(name)).slice(0, MOST_MX_HOSTS)
  if (hosts.length === 0) return 'There is no MX record. Replies to your mails arrive nowhere.'
  if (hosts.every((host) => host === '' || host === '.')) return 'The MX record says that the domain takes no mail.'
  for (const host of hosts) if ((await dns.addresses(host)).length > 0) return ''
  return `The MX record names ${hosts.join(', ')}, which has no IP address.`
}

/** A name without a record inherits that of the domain above, but not that of `com` (RFC 7489, 6.6.3). */
async function findDmarcProblem(dns: Dns, name: string): Promise<string> {
  const problem = dmarcProblem(await dns.txt(name))
  const above = name.replace(/^(_dmarc)\.[^.]+\./, '$1.')
  if (!problem.startsWith('There is no') || above === name || above.split('.').length < 3) return problem
  return (await findDmarcProblem(dns, above)) && problem
}

const partOf = (value: string, pattern: RegExp) => pattern.exec(value)?.[1] ?? ''

function findProblem(dns: Dns, { purpose, name, value }: WantedRecord): Promise<string> {
  switch (purpose) {
    case 'mx':
      return findMxProblem(dns, name)
    case 'spf':
      return findSpfProblem(dns, name, partOf(value, /^v=spf1 (\S+)/))
    case 'dkim':
      return dns.txt(name).then((texts) => dkimProblem(texts, partOf(value, /p=(\S+)$/)))
    case 'dmarc':
      return findDmarcProblem(dns, name)
    case 'return_path':
      return dns.cname(name).then((targets) => returnPathProblem(targets, value))
  }
}

async function checkRecord(dns: Dns, record: WantedRecord): Promise<CheckedRecord> {
  try {
    const problem = await findProblem(dns, record)
    return { ...record, valid: problem === '', problem }
  } catch (error) {
    if (!(error instanceof DnsUnavailable)) throw error
    return { ...record, valid: null, problem: `${error.message} Try again later.` }
  }
}

export const checkRecords = (dns: Dns, records: WantedRecord[]): Promise<CheckedRecord[]> =>
  Promise.all(records.map((record) => checkRecord(dns, record)))

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
  await db.insertRows('mail_records', rows)
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
