/** What is wrong with found DNS records, in words for an admin. Blank: the record is right. */

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
