import type { EmailRecord } from '@vialdesk/contract/business/email'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { mailDomainOf } from '#api/platform/mail/mail-domain.ts'
import { findSigningKeys } from '#api/platform/mail/signing-keys.ts'
import type { MailServer } from '#api/platform/ports/ports.ts'
import { wantedRecords } from './records.pure.ts'

type Result = Pick<EmailRecord, 'purpose' | 'name' | 'value' | 'valid' | 'problem' | 'checked_at'>

const findResults = (db: Db) =>
  db.rows<Result>('select purpose, name, value, valid, problem, checked_at from mail_records where domain_id = $1', [db.domainId])

/** The records that the domain should have, each with its result if it did not change since the last look-up. */
export async function findRecords(db: Db, domain: Domain, mailServer: MailServer): Promise<EmailRecord[]> {
  const wanted = wantedRecords(mailDomainOf(domain.email_sender), mailServer, await findSigningKeys(db))
  const results = await findResults(db)
  return wanted.map((record) => {
    const result = results.find(
      ({ purpose, name, value }) => purpose === record.purpose && name === record.name && value === record.value,
    )
    const { valid = null, problem = '', checked_at = null } = result ?? {}
    return { ...record, valid, problem, checked_at }
  })
}

/** Whether all records of the sender's domain were right at the last look-up. */
export async function hasValidRecords(db: Db, { email_sender }: Pick<Domain, 'email_sender'>): Promise<boolean> {
  const mailDomain = mailDomainOf(email_sender)
  const results = await findResults(db)
  const isOfSender = ({ name }: Result) => name === mailDomain || name.endsWith(`.${mailDomain}`)
  return results.length > 0 && results.every((result) => isOfSender(result) && result.valid === true)
}
