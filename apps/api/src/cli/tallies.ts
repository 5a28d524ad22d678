/** Helpers of the two tally commands. */
import type pg from 'pg'
import type { TallyFinding } from '#api/db/tallies.ts'
import { inDomain, type RunInTransaction } from '#api/db/transaction.ts'
import { findDomains } from './command.ts'

const countOf = (n: number) => `${n} ${n === 1 ? 'tally' : 'tallies'}`

/** One line for each list: how many tallies are wrong, with the first of them as examples. */
export const formatFindings = (identifier: string, findings: TallyFinding[], verb: string): string[] =>
  findings.map(({ list, wrong, examples }) => {
    const shown = examples.map(({ key, block, stored, counted }) => `${key} in ${block}: ${stored} instead of ${counted}`)
    const more = wrong > shown.length ? ', …' : ''
    return `${identifier}: ${countOf(wrong)} of ${list} ${verb}: ${shown.join(', ')}${more}`
  })

/** Runs the work for each domain. Returns the identifiers of domains with wrong tallies. */
export async function forEachDomain(
  owner: pg.Pool,
  identifier: string | undefined,
  verb: string,
  work: (transact: RunInTransaction) => Promise<TallyFinding[]>,
): Promise<string[]> {
  const found: string[] = []
  for (const domain of await findDomains(owner, identifier)) {
    const findings = await work((task) => inDomain(owner, domain.id, task))
    for (const line of formatFindings(domain.identifier, findings, verb)) console.log(line)
    if (findings.length === 0) console.log(`${domain.identifier}: all tallies are correct`)
    else found.push(domain.identifier)
  }
  return found
}
