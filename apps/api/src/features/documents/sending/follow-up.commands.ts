/**
 * Follows up on open documents every quarter of an hour: reminders, expiry, and documents whose job was lost. A document that is being
 * sent or sealed has a queued job; a process that is killed in the last try leaves the document without one.
 */
import { MAX_REMINDERS, REMINDER_DAYS } from '@vialdesk/contract/documents/document-requests'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { enqueueSend } from '#api/features/documents/create-document.commands.ts'
import { DAY_MS, enqueueSeal, expireDocument, mailSigner } from '#api/features/documents/state/change-state.commands.ts'
import { lockDocument, lockRecipients } from '#api/features/documents/state/lock-document.queries.ts'
import { sumOverDomains } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

const EXPIRED = `
  select id
  from documents
  where domain_id = $1 and status = 'Pending' and expires_at <= $2 and step in ('sending', 'send_failed', 'waiting')
  order by expires_at
  limit 500`
const TO_REMIND = `
  select id
  from documents
  where domain_id = $1 and status = 'Pending' and next_reminder_at <= $2
  order by next_reminder_at
  limit 500`
/** A running job is in the queue too. A dead one has used up its tries. */
const WITHOUT_JOB = `
  select d.id, d.step
  from documents d
  where d.domain_id = $1 and d.step in ('sending', 'sealing')
    and not exists (
      select
      from graphile_worker.jobs j
      where j.key = concat_ws(':', d.domain_id, case d.step when 'sending' then 'documents.send' else 'signing.seal' end, d.id)
        and j.attempts < j.max_attempts)
  order by d.id
  limit 500`

const remind = (id: number, now: Date) => async (db: Db) => {
  const document = await lockDocument(db, { id })
  const { status, step, next_reminder_at: due } = document
  if (status !== 'Pending' || due === null || new Date(due) > now) return
  const signer = (await lockRecipients(db, id)).find((each) => each.status === 'sent' || each.status === 'viewed')
  if (step !== 'waiting' || !signer) return void (await db.updateRows('documents', { id }, { next_reminder_at: null }))
  const reminders = document.reminders + 1
  const next = reminders < MAX_REMINDERS ? new Date(now.getTime() + REMINDER_DAYS * DAY_MS) : null
  await db.updateRows('documents', { id }, { reminders, next_reminder_at: next })
  await mailSigner(db, signer.id, 'reminder', reminders)
}

async function followUpDomain(worker: pg.Pool, domainId: number, now: Date): Promise<number> {
  const run = <T>(work: (db: Db) => Promise<T>) => inDomain(worker, domainId, work)
  const expired = await run((db) => db.rows<{ id: number }>(EXPIRED, [domainId, now]))
  for (const { id } of expired) await run((db) => expireDocument(db, id, now))
  const toRemind = await run((db) => db.rows<{ id: number }>(TO_REMIND, [domainId, now]))
  for (const { id } of toRemind) await run(remind(id, now))
  const lost = await run((db) => db.rows<{ id: number; step: 'sending' | 'sealing' }>(WITHOUT_JOB, [domainId]))
  for (const { id, step } of lost) await run((db) => (step === 'sending' ? enqueueSend(db, id) : enqueueSeal(db, id)))
  return expired.length + toRemind.length + lost.length
}

/** Answers how many documents it changed. */
export const followUp = (worker: pg.Pool, now = new Date()): Promise<number> =>
  sumOverDomains(worker, (domainId) => followUpDomain(worker, domainId, now))

export const followUpDocuments: NightlyJob = {
  task: 'documents.follow_up',
  at: '4,19,34,49 *',
  run: (worker) => followUp(worker),
}
