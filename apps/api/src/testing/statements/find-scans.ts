/**
 * Finds the tables that a statement reads without naming the domain. PostgreSQL plans the statement for a superuser, whom row-level security
 * does not bind: the plan shows which conditions the statement itself has for each table.
 */
import type pg from 'pg'
import { shapeOf } from './record-statements.ts'

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter'] as const

interface PlanNode extends Partial<Record<(typeof CONDITIONS)[number], string>> {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Alias?: string
  Plans?: PlanNode[]
}

/** Tables with the column `domain_id`, but for those that every machine has whole. */
export async function findDomainTables(client: pg.ClientBase, wholeTables: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
     where c.relkind in ('r', 'p')`,
  )
  return new Set(rows.map(({ name }) => name).filter((name) => !wholeTables.includes(name)))
}

/** The query of a cursor, or the statement. Undefined for a statement that reads no table, such as SET. */
function queryOf(text: string): string | undefined {
  const query = text
    .trim()
    .replace(/^declare \w+ [\w\s]*?cursor for\s+/i, '')
    .trim()
  // EXPLAIN would run the second of two statements.
  const isOne = !/;\s*\S/.test(shapeOf(query))
  return isOne && /^(?:select|insert|update|delete|merge|with)\b/i.test(query) ? query : undefined
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** A parameter, a constant, the domain of the transaction, or a column of a row that the statement has already. */
const VALUE = String.raw`\(*(?:\$\d+|'?\d+|NULLIF\(current_setting\('app\.domain_id'|domain_id\b|\w+\."?\w+"?\)\.domain_id\b)`
const DOMAIN = new RegExp(String.raw`\bdomain_id = ${VALUE}`)
const ID = new RegExp(String.raw`\bid = ${VALUE}`)
const EQUAL = /"?\b(\w+)"?\.(domain_id|id) = "?(\w+)"?\.(domain_id|id)\b/g

/** Conditions of the node, also of a join. */
const conditionsOf = (node: PlanNode) =>
  CONDITIONS.map((name) => node[name])
    .filter((each) => each !== undefined)
    .join(' and ')

/** Pairs of aliases whose rows are of one domain, by any condition of the plan. `id` is a domain in the table `domains` only. */
function equalDomains(nodes: PlanNode[]): [string, string][] {
  const domains = new Set(nodes.filter((node) => node['Relation Name'] === 'domains').map(({ Alias }) => Alias))
  return nodes.flatMap((node) =>
    [...conditionsOf(node).matchAll(EQUAL)].flatMap(([, left = '', leftColumn, right = '', rightColumn]): [string, string][] => {
      const isDomain = (alias: string, column: string | undefined) => column === 'domain_id' || domains.has(alias)
      return isDomain(left, leftColumn) && isDomain(right, rightColumn) ? [[left, right]] : []
    }),
  )
}

/** Rows of a table need a condition. Rows of parameters may be of any domain. Those of other nodes come from their own parts. */
function isOfOneDomain(node: PlanNode): boolean {
  if (node['Relation Name'] === 'domains') return ID.test(conditionsOf(node))
  if (node['Relation Name'] !== undefined) return DOMAIN.test(conditionsOf(node))
  return !['Function Scan', 'Values Scan'].includes(node['Node Type'])
}

/** The aliases whose rows are of one domain: by a value, or by their equality with others of which this is true. */
function findAliasesOfOneDomain(nodes: PlanNode[]): Set<string> {
  const found = new Set(nodes.filter(isOfOneDomain).flatMap(({ Alias }) => Alias ?? []))
  const pairs = equalDomains(nodes).flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
  for (let count = -1; count !== found.size; ) {
    count = found.size
    for (const [known, other] of pairs) if (found.has(known)) found.add(other)
  }
  return found
}

/** The tables, each once. Throws if PostgreSQL does not understand the statement. */
export async function findScansWithoutDomain(client: pg.ClientBase, domainTables: Set<string>, text: string): Promise<string[]> {
  const query = queryOf(text)
  if (query === undefined) return []
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (generic_plan, verbose, format json) ${query}`,
  )
  const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode)
  const ofOneDomain = findAliasesOfOneDomain(nodes)
  const found = nodes.flatMap(({ 'Node Type': type, 'Relation Name': name, Schema, Alias = '' }) => {
    const table = Schema === 'public' ? `${name}` : `${Schema}.${name}`
    return domainTables.has(table) && type !== 'ModifyTable' && !ofOneDomain.has(Alias) ? [table] : []
  })
  return [...new Set(found)]
}
