/**
 * Which vials a list shows: their ids, newest first, and how many there are in all. The long lists, of a domain and of a lab, are counted
 * by their tallies (020-tallies.sql); what a search or a patient narrows them to is few, and counted as it is.
 */
import type { VialFilter } from '@vialdesk/contract/traced-vials'
import { asWritten, codeIn } from '@vialdesk/contract/vial-codes'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { assertVisiblePatient } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/actor.ts'
import { getVialRows } from './rows.queries.ts'

interface Found {
  count: number
  ids: number[]
}

/** A page of the vials of the patients that the caller may see. A patient that it may not see is not found. */
export async function findVials(db: Db, who: Viewer, filter: VialFilter) {
  if (filter.patient !== undefined) await assertVisiblePatient(db, who, filter.patient)
  const isNarrow = filter.patient !== undefined || filter.entry !== undefined || filter.search
  const { count, ids } = await (isNarrow ? findAmongFew(db, who, filter) : findAmongAll(db, who, filter))
  return { count, results: await getVialRows(db, ids) }
}

/** The lab whose vials are shown; an admin, who alone asks beside labs, sees those of all. */
const labOf = ({ id, role }: Viewer) => (role === 'admin' ? undefined : id)

/** The page starts in the block of ids where the running sum of the tallies passes the offset. */
const amongAll = (where: string) => `
  with blocks as (select block, n, sum(n) over (order by block desc) - n as before from tallies
      where domain_id = $1 and list = 'vials' and key = $4 and n > 0),
    start as (select block, before from blocks where before + n > $2::bigint order by block desc limit 1)
  select coalesce((select sum(n) from blocks), 0) as count, array_to_json(array(
    select v.id from vials v where v.domain_id = $1 and ${where} and v.id < ((select block from start) + 1)::bigint << 10
    order by v.id desc limit $3 offset $2::bigint - (select before from start))) as ids`
const ALL = amongAll('v.listed')
const OF_STATE = amongAll('v.listed and v.state = $5')
const OF_LAB = amongAll('v.visible_to_lab and v.lab_id = $5')
const OF_LAB_AND_STATE = amongAll('v.visible_to_lab and v.lab_id = $5 and v.state = $6')

async function findAmongAll(db: Db, who: Viewer, { limit, offset, state }: VialFilter): Promise<Found> {
  const lab = labOf(who)
  const page = [db.domainId, offset, limit]
  const ask = async (text: string, key: string, ...values: unknown[]) =>
    (await db.rows<Found>(text, [...page, key, ...values]))[0] as Found
  if (lab === undefined) return state ? ask(OF_STATE, `state:${state}`, state) : ask(ALL, 'all')
  return state ? ask(OF_LAB_AND_STATE, `lab:${lab}|state:${state}`, lab, state) : ask(OF_LAB, `lab:${lab}`, lab)
}

/** By a patient, by an entry (those that it still has), by a code or its beginning or a patient's number. */
async function findAmongFew(db: Db, who: Viewer, { limit, offset, ...filter }: VialFilter): Promise<Found> {
  const lab = labOf(who)
  let few = db.selectFrom('vials as v').select('v.id').where('v.domain_id', '=', db.domainId).where('v.listed', '=', true)
  if (lab !== undefined) few = few.where('v.lab_id', '=', lab).where('v.visible_to_lab', '=', true)
  if (filter.state) few = few.where('v.state', '=', filter.state)
  if (filter.patient !== undefined) few = few.where('v.user_id', '=', filter.patient)
  if (filter.entry !== undefined) few = few.where(ofEntry(db, filter.entry))
  if (filter.search) few = few.where(matching(db, filter.search))
  const { rows } = await sql<Found>`
    with few as materialized (${few})
    select (select count(*) from few) as count,
      array_to_json(array(select id from few order by id desc limit ${limit} offset ${offset})) as ids`.execute(db)
  return rows[0] as Found
}

const ofEntry = (db: Db, entry: number) => sql<SqlBool>`v.id in (
  select id from vials where domain_id = ${db.domainId} and added_entry_id = ${entry} and state <> 'disposed'
  union all select id from vials where domain_id = ${db.domainId} and shipped_entry_id = ${entry})`

/** One or two signs begin the codes of thousands of vials in a million: nobody looks for these. */
const LEAST_SIGNS = 3

/** Each of the two by an index of its own. None of a code's signs comes after Z. */
function matching(db: Db, search: string) {
  const beginning = codeIn(search) ?? asWritten(search)
  const isBeginning = beginning.length >= LEAST_SIGNS
  const patient = /^\d{1,15}$/.test(search) ? Number(search) : null
  return sql<SqlBool>`v.id in (
    select id from vials where domain_id = ${db.domainId} and ${isBeginning} and code >= ${beginning} and code < ${`${beginning}[`}
    union all select id from vials where domain_id = ${db.domainId} and user_id = ${patient}::bigint)`
}
