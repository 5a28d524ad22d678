/** Looks up the records of a mail domain and says what is wrong with each. */
import { type Dns, DnsUnavailable } from '#api/platform/ports/dns.ts'
import { dkimProblem, dmarcProblem, returnPathProblem } from './problems.pure.ts'
import type { WantedRecord } from './records.pure.ts'
import { findSpfProblem } from './spf.commands.ts'

export interface CheckedRecord extends WantedRecord {
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
