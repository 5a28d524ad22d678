/** The DNS records that a mail domain should have, and what is wrong with found ones, in words for an admin. Blank: the record is right. */
import type { EmailRecord } from '@vialdesk/contract/business/email'
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

export const countOf = (count: number) => ['no', 'one', 'two', 'three', 'four', 'five'][count] ?? String(count)

/** The tags of `v=DKIM1; k=rsa; p=…` by their names. */
const tagsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(';')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .map((tag) => {
        const at = tag.indexOf('=')
        return at === -1 ? [tag.toLowerCase(), ''] : [tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).trim()]
      }),
  )

const isDkimTag = (tags: Record<string, string>) => 'p' in tags || tags.v?.toUpperCase() === 'DKIM1'
const listOf = (tag: string | undefined) => tag?.split(':').map((item) => item.trim().toLowerCase())

function keyProblem(p: string | undefined, publicKey: string): string {
  const key = p?.replace(/\s/g, '')
  if (key === undefined) return 'The DKIM record has no key: p= is missing.'
  if (key === '') return 'The DKIM record says that the key was withdrawn: p= is empty.'
  if (key === publicKey) return ''
  if (publicKey.startsWith(key)) return 'The key is cut off. Copy the whole value.'
  return 'The key differs from the key of the portal. Copy the value again.'
}

export function dkimProblem(texts: string[], publicKey: string): string {
  const records = texts.map(tagsOf).filter(isDkimTag)
  const [tags] = records
  if (!tags) return texts.length > 0 ? 'The record at this name is not a DKIM record.' : 'There is no DKIM record.'
  if (records.length > 1) return `There are ${countOf(records.length)} DKIM records at this name. Keep one.`
  if (tags.v !== undefined && tags.v !== 'DKIM1') return 'The DKIM record must begin with v=DKIM1.'
  if (tags.k !== undefined && tags.k.toLowerCase() !== 'rsa') return 'The DKIM record must say k=rsa.'
  const hashes = listOf(tags.h)
  if (hashes && !hashes.includes('sha256')) return 'The DKIM record does not allow sha256. Remove h= from it.'
  const services = listOf(tags.s)
  if (services && !services.some((service) => service === '*' || service === 'email'))
    return 'The DKIM record is not for mail. Remove s= from it.'
  return keyProblem(tags.p, publicKey)
}

const POLICIES = ['none', 'quarantine', 'reject']
const isDmarc = (text: string) => /^v\s*=\s*dmarc1\s*(;|$)/i.test(text)

export function dmarcProblem(texts: string[]): string {
  const records = texts.filter(isDmarc)
  const [text] = records
  if (text === undefined) return texts.length > 0 ? 'The record at this name is not a DMARC record.' : 'There is no DMARC record.'
  if (records.length > 1) return `There are ${countOf(records.length)} DMARC records. Keep one.`
  const { v, p } = tagsOf(text)
  if (v !== 'DMARC1') return 'The DMARC record must begin with v=DMARC1, in capital letters.'
  if (p === undefined) return 'The DMARC record has no policy. Add p=quarantine.'
  if (!POLICIES.includes(p.toLowerCase())) return `The DMARC policy ${p} does not exist. Use p=quarantine.`
  return ''
}

const withoutDot = (name: string) => name.replace(/\.$/, '').toLowerCase()

export function returnPathProblem(targets: string[], host: string): string {
  const [target] = targets
  if (target === undefined) return 'There is no CNAME record.'
  return withoutDot(target) === withoutDot(host) ? '' : `The record points to ${withoutDot(target)}, not to ${withoutDot(host)}.`
}
