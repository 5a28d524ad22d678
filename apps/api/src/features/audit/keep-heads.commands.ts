/** Every night, the last row of each domain's audit is kept in the file store, and mailed to the operator of the installation. */
import type pg from 'pg'
import type { Mail } from '#api/adapters/mail/port.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { KeptHead } from '#api/db/verify-audit.ts'
import { dayOf, keepHead } from '#api/platform/audit/kept-heads.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import type { Ports } from '#api/platform/ports.ts'

interface DomainHead extends KeptHead {
  domainId: number
  identifier: string
}

const DOMAINS = 'select id, identifier from domains order by id'
const HEAD = 'select last_id, last_hash from audit_head()'

const lineOf = ({ identifier, last_id, last_hash }: DomainHead) => `${identifier}: row ${last_id}, hash ${last_hash}`

const INTRODUCTION =
  'This is the last row of the audit of each domain. Keep this mail. "npm run portal -- audit verify" must find the same hash in that row.'

/** The sender is the operator, because the mail belongs to no domain. */
function mailOf(email: string, day: string, heads: [DomainHead, ...DomainHead[]]): Mail {
  const lines = heads.map(lineOf).join('\n')
  return {
    domainId: heads[0].domainId,
    from: { name: 'Vialdesk', address: email },
    to: email,
    subject: `Last rows of the audit, ${day}`,
    text: `${INTRODUCTION}\n\n${lines}\n`,
    html: `<p>${INTRODUCTION}</p><pre>${lines}</pre>`,
  }
}

async function keepHeadOf(owner: pg.Pool, { files }: Pick<Ports, 'files'>, domainId: number, day: string) {
  const [head] = await inDomain(owner, domainId, (db) => db.rows<Omit<KeptHead, 'day'>>(HEAD, []))
  return head && keepHead(files, domainId, { day, ...head })
}

type KeepPorts = Pick<Ports, 'files' | 'mail' | 'operatorEmail'>

/** One domain whose head cannot be kept stops no other one. The job then fails, and its repetition keeps what is missing. */
async function keepHeads(owner: pg.Pool, ports: KeepPorts): Promise<number> {
  const day = dayOf(Date.now())
  const { rows } = await owner.query<{ id: number; identifier: string }>(DOMAINS)
  const heads: DomainHead[] = []
  const failures: unknown[] = []
  for (const { id, identifier } of rows) {
    try {
      const head = await keepHeadOf(owner, ports, id, day)
      if (head) heads.push({ domainId: id, identifier, ...head })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  const [first, ...others] = heads
  // The same id every time, so that a mail of a repeated job is recognised.
  if (ports.operatorEmail && first)
    await ports.mail.send(mailOf(ports.operatorEmail, day, [first, ...others]), `audit-heads-${day}`)
  return heads.length
}

export const keepAuditHeads = {
  task: 'audit.keep_heads',
  at: '31 8',
  run: keepHeads,
} satisfies NightlyJob
