/** Reads an SPF record and all that it includes (RFC 7208), and says what is wrong with it. */
import type { Dns } from '#api/platform/ports/dns.ts'
import { countOf } from './records.pure.ts'

/** Receivers ignore a record that needs more. */
const MOST_LOOKUPS = 10

const MECHANISM = /^[+?~-]?(all|(include|exists):\S+|(a|mx|ptr)([:/]\S+)?|ip[46]:\S+)$/i
const MODIFIER = /^[a-z][\w.-]*=\S*$/i
const NEEDS_LOOKUP = /^(include:|exists:|redirect=|(a|mx|ptr)([:/]|$))/

const isSpf = (text: string) => /^v=spf1(\s|$)/i.test(text)
const termsOf = (text: string) => text.trim().toLowerCase().split(/\s+/).slice(1)
/** A term without the sign for 'pass'. */
const bare = (term: string) => term.replace(/^\+/, '')
/** The name of the record that the term reads. A name with a macro differs for each mail. */
const includedBy = (term: string) => /^[?~-]?(?:include:|redirect=)([^%]+)$/.exec(bare(term))?.[1]

/** Parts after 'all' are not read. */
const readTerms = (terms: string[]) => {
  const all = terms.findIndex((term) => /^[+?~-]?all$/.test(term))
  return all === -1 ? terms : terms.slice(0, all + 1)
}

interface Collected {
  terms: string[]
  lookups: number
  /** An included name without an SPF record of its own. */
  broken?: string
}

async function collect(dns: Dns, text: string, into: Collected): Promise<void> {
  for (const term of readTerms(termsOf(text))) {
    into.terms.push(bare(term))
    if (!NEEDS_LOOKUP.test(term.replace(/^[+?~-]/, ''))) continue
    into.lookups++
    const name = includedBy(term)
    if (name === undefined || into.lookups > MOST_LOOKUPS) continue
    const [included] = (await dns.txt(name)).filter(isSpf)
    if (included === undefined) into.broken ??= name
    else await collect(dns, included, into)
  }
}

function faultOfText(text: string): string | undefined {
  const terms = termsOf(text)
  const unknown = terms.find((term) => !MECHANISM.test(term) && !MODIFIER.test(term))
  if (unknown !== undefined) return `The SPF record has a part that does not exist: ${unknown}.`
  if (terms.some((term) => bare(term) === 'all')) return 'The SPF record lets every server send your mails. End it with ~all.'
  return undefined
}

/** Blank if the SPF record of the name lets the mail server send. `wanted` is its part for the mail server. */
export async function findSpfProblem(dns: Dns, name: string, wanted: string): Promise<string> {
  const records = (await dns.txt(name)).filter(isSpf)
  const [text] = records
  if (text === undefined) return 'There is no SPF record.'
  if (records.length > 1) return `There are ${countOf(records.length)} SPF records. Join them to one.`
  const fault = faultOfText(text)
  if (fault) return fault
  const found: Collected = { terms: [], lookups: 0 }
  await collect(dns, text, found)
  if (found.lookups > MOST_LOOKUPS)
    return `The SPF record needs more than ${MOST_LOOKUPS} look-ups. Receivers ignore it. Remove senders that you no longer use.`
  if (!found.terms.includes(wanted.toLowerCase())) return `The SPF record does not name the mail server. Add ${wanted} to it.`
  if (found.broken !== undefined) return `The SPF record includes ${found.broken}, which has no SPF record.`
  return ''
}
