/** The DNS records that a mail domain should have. */
import type { EmailRecord } from '@vialdesk/contract/email'
import { returnPathNameOf } from '#api/platform/mail/mail-domain.ts'
import type { SigningKey } from '#api/platform/mail/signing-keys.ts'
import type { MailServer } from '#api/platform/ports/ports.ts'

export type WantedRecord = Pick<EmailRecord, 'id' | 'purpose' | 'name' | 'record_type' | 'value'>

/** A record of a key has the id of the key and this number. */
const FIRST_KEY_ID = 100

const dkimOf = (mailDomain: string, { id, selector, public_key }: SigningKey): WantedRecord => ({
  id: FIRST_KEY_ID + id,
  purpose: 'dkim',
  name: `${selector}._domainkey.${mailDomain}`,
  record_type: 'TXT',
  value: `v=DKIM1; k=rsa; p=${public_key}`,
})

/** `keys` are the one that signs, and a newer one whose record was not found yet. */
export const wantedRecords = (mailDomain: string, { host, spf }: MailServer, keys: SigningKey[]): WantedRecord[] => [
  { id: 1, purpose: 'mx', name: mailDomain, record_type: 'MX', value: `10 ${host}` },
  { id: 2, purpose: 'spf', name: mailDomain, record_type: 'TXT', value: `v=spf1 ${spf} ~all` },
  ...keys.map((key) => dkimOf(mailDomain, key)),
  { id: 3, purpose: 'dmarc', name: `_dmarc.${mailDomain}`, record_type: 'TXT', value: 'v=DMARC1; p=quarantine' },
  { id: 4, purpose: 'return_path', name: returnPathNameOf(mailDomain), record_type: 'CNAME', value: host },
]
