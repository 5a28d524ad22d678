/** Every night, the last row of each domain's audit is kept in the file store, and mailed to the operator of the installation. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'
import type { KeptHead } from '#api/db/verify-audit.ts'
import { takeHead } from '#api/platform/audit/checkpoints.ts'
import { dayOf, type HeadFiles, headFiles } from '#api/platform/audit/kept-heads.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { outgoingMail } from '#api/platform/mail/outgoing-mail.ts'
import type { Mail } from '#api/platform/ports/mail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

interface DomainRow {
  id: number
  identifier: string
  email_sender: string
}

interface DomainHead {
  identifier: string
  /** The last row in the database now, whatever the file store has. */
  head?: KeptHead
  /** Why it could not be read or kept. */
  failure?: Error
}

/** The sender of the mail is the first of them. */
const DOMAINS = 'select id, identifier, email_sender from domains order by demo, id'
const IS_IN_CHAIN = `select 1 from audit_log where domain_id = $1 and id = $2 and encode(hash, 'hex') = $3`

const INTRODUCTION =
  'This is the last row of the audit of each domain. Keep this mail. "npm run portal -- audit verify --domain IDENTIFIER --head ROW:HASH" compares it with the audit.'

function lineOf({ identifier, head, failure }: DomainHead): string {
  const row = head ? `row ${head.last_id}, hash ${head.last_hash}` : 'its last row could not be read'
  return `${identifier}: ${row}${head && failure ? '. It could not be kept in the file store' : ''}`
}

function mailOf({ id, email_sender }: DomainRow, to: string, day: string, heads: DomainHead[]): Mail {
  const lines = heads.map(lineOf).join('\n')
  return {
    domainId: id,
    from: { name: 'Vialdesk', address: email_sender },
    to,
    subject: `Last rows of the audit, ${day}`,
    text: `${INTRODUCTION}\n\n${lines}\n`,
    html: `<p>${INTRODUCTION}</p><pre>${lines}</pre>`,
  }
}

/** Whether the head may be kept: not if there is one of this day already. Throws if that one is damaged, or its row was changed. */
async function isMissing(worker: pg.Pool, files: HeadFiles, domainId: number, day: string): Promise<boolean> {
  const found = await files.find(domainId, day)
  if (!found) return true
  if ('wrong' in found) throw new Error(`The head of the audit that was kept on ${day}: ${found.wrong.reason}.`)
  const { last_id, last_hash } = found.head
  const rows = await inDomain(worker, domainId, (db) => db.rows(IS_IN_CHAIN, [domainId, last_id, last_hash]))
  if (rows.length > 0) return false
  throw new Error(`The audit differs from the head that was kept on ${day}.`)
}

/** Undefined for a domain without an audit. */
async function keepHeadOf(worker: pg.Pool, files: HeadFiles, domain: DomainRow, day: string): Promise<DomainHead | undefined> {
  const kept: DomainHead = { identifier: domain.identifier }
  try {
    const head = await takeHead((work) => inDomain(worker, domain.id, work))
    if (!head) return undefined
    kept.head = { day, ...head }
    if (await isMissing(worker, files, domain.id, day)) await files.put(domain.id, kept.head)
  } catch (error) {
    kept.failure = error as Error
  }
  return kept
}

const WAS_SENT = `select 1 from mails where domain_id = $1 and message_id = $2 and recipient = $3 and status = 'sent'`

type KeepPorts = Pick<Ports, 'pool' | 'files' | 'mail' | 'operatorEmail' | 'secretKey'>

/** At most one mail a day that says that a head is missing, and one that is complete, however often the job is repeated. */
async function mailHeads(ports: KeepPorts, sender: DomainRow, day: string, heads: DomainHead[]): Promise<void> {
  const to = ports.operatorEmail
  if (to === undefined || heads.length === 0) return
  const id = `audit-heads-${day}${heads.some(({ failure }) => failure) ? '-incomplete' : ''}`
  const sent = await inDomain(ports.pool, sender.id, (db) => db.rows(WAS_SENT, [sender.id, id, to]))
  if (sent.length === 0) await outgoingMail(ports).send(mailOf(sender, to, day, heads), id)
}

/** One domain whose head cannot be kept stops no other one. The job then fails, and its repetition keeps what is missing. */
async function keepHeads(worker: pg.Pool, ports: KeepPorts): Promise<number> {
  const day = dayOf(Date.now())
  const files = headFiles(ports.files, ports.secretKey)
  const { rows } = await worker.query<DomainRow>(DOMAINS)
  const heads: DomainHead[] = []
  for (const domain of rows) {
    const head = await keepHeadOf(worker, files, domain, day)
    if (head) heads.push(head)
  }
  if (rows[0]) await mailHeads(ports, rows[0], day, heads)
  const failed = heads.find(({ failure }) => failure)
  if (failed) throw failed.failure
  return heads.length
}

export const keepAuditHeads = {
  task: 'audit.keep_heads',
  at: '31 8',
  run: keepHeads,
} satisfies NightlyJob
