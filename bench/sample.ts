/** Existing users, names and codes of a seeded domain for the requests. They are the same in each run. */
import pg from 'pg'
import { jsonTypeParsers } from '../apps/api/src/db/connection/type-parsers.ts'
import { SCALE_PASSWORD } from './seed/scale.ts'

/** A sales manager or distributor. */
export interface TeamHead {
  id: number
  /** Number of patients of the team. */
  patients: number
  /** Number of sales of the team. */
  sales: number
  token: string
  company: string
}

export type Sample = Awaited<ReturnType<typeof readSample>>

/** Number of different requests of each case. */
export const VARIANTS = 40
const TOKENS = 8
/** As many as in a hundred of the layout. */
const PATIENTS_OF_A_CENTER = 90

/** Selects users at equal distances, so that the sample covers the whole domain. */
const spread = (condition: string) => `select id from (
  select id, row_number() over (order by id) as n, count(*) over () as total from users where ${condition}) u
  where n % greatest(1, total / ${VARIANTS}) = total / ${VARIANTS * 2} % greatest(1, total / ${VARIANTS}) order by id limit ${VARIANTS}`

/** Selects rows of any query with ids at equal distances. */
const spreadOf = (rows: string) => `select x.* from (
  select r.*, row_number() over (order by r.id) as n, count(*) over () as total from (${rows}) r) x
  where n % greatest(1, total / ${VARIANTS}) = 0 order by id limit ${VARIANTS}`
const shipped = `select r.id, r.tracking_number, u.first_name || ' ' || u.last_name as name from label_requests r
  join label_request_patients p on p.request_id = r.id join users u on u.id = p.patient_id where r.tracking_number <> '' and r.id % 7 = 0`

/**
 * Selects the first sales managers or distributors with a complete team, each with the company of one of its centers: one of ordinary size.
 * The newest centers of the small domain have hardly any patients and sales.
 */
const headsOf = (membership: 6 | 8) => `
  select distinct on (h.id) h.id, h.email, c.company, (select sum(n) from tallies t where t.list = 'patients' and t.key in (
    select 'rep:' || x.id from users x join users y on y.id = x.sales_manager_id where x.subscription = 3 and h.id in (y.id, y.sales_distributor_id)))::integer as patients,
    (select count(*) from transactions t where t.domain_id = h.domain_id and t.sales_${membership === 6 ? 'manager' : 'distributor'}_id = h.id)::integer as sales
  from users h
  join users m on ${membership === 6 ? 'm.id = h.id' : 'm.sales_distributor_id = h.id and m.subscription = 6'}
  join users r on r.sales_manager_id = m.id and r.subscription = 3
  join users c on c.sales_rep_id = r.id and c.subscription = 4
  where h.subscription = ${membership}
  order by h.id, abs((select count(*) from users p where p.harvest_center_id = c.id) - ${PATIENTS_OF_A_CENTER}), c.id limit ${TOKENS}`

export async function logIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login/`, {
    method: 'POST',
    headers: { domain: 'scale', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: SCALE_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${email} cannot log in: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

export async function readSample(databaseUrl: string, portalUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, types: jsonTypeParsers })
  await client.connect()
  const list = async <T>(text: string, key: string) => (await client.query(text)).rows.map((row) => row[key] as T)
  const one = async (text: string) => Number((await client.query(text)).rows[0]?.count)
  const person = `first_name || ' ' || last_name as name`
  const columnOf = (column: string, condition: string, key = column) =>
    list<string>(`select ${column} from users where id in (${spread(condition)}) order by id`, key)
  try {
    const reps = await list<number>(spread('subscription = 3'), 'id')
    const repEmails = await columnOf('email', 'subscription = 3')
    const heads = async (membership: 6 | 8): Promise<TeamHead[]> => {
      const { rows } = await client.query<Omit<TeamHead, 'token'> & { email: string }>(headsOf(membership))
      return Promise.all(rows.map(async ({ email, ...head }) => ({ ...head, token: await logIn(portalUrl, email) })))
    }
    return {
      /** Number of active users. */
      users: await one('select count(*) from users where active'),
      inactive: await one('select count(*) from users where not active'),
      transactions: await one('select count(*) from transactions'),
      adminToken: await logIn(portalUrl, 'admin@scale.example'),
      /** Tokens of the first reps, in the order of `reps`. */
      repTokens: await Promise.all(repEmails.slice(0, TOKENS).map((email) => logIn(portalUrl, email))),
      emails: await columnOf('email', 'subscription = 9 and active'),
      patients: await list<number>(spread('subscription = 2'), 'id'),
      reps,
      centers: await list<number>(spread('subscription = 4'), 'id'),
      /** Each with a token, and the company of one center of the team, of ordinary size. */
      managers: await heads(6),
      distributors: await heads(8),
      fullNames: await columnOf(person, 'subscription = 2', 'name'),
      inactiveNames: await list<string>(`select ${person} from users where id in (${spread('not active')}) order by id`, 'name'),
      commonNames: await list<string>('select last_name, count(*) from users group by 1 order by 2 desc, 1 limit 8', 'last_name'),
      /** Phone numbers of patients. */
      phones: await columnOf('phone_number', 'subscription = 2'),
      /** Full names of patients with a sale. */
      buyers: await list<string>(
        `select ${person} from users where id in (${spread('subscription = 2 and id in (select patient_id from transactions where id % 97 = 0)')}) order by id`,
        'name',
      ),
      vials: await one('select count(*) from vials where listed'),
      /** First halves of vial codes. */
      codes: await list<string>(spreadOf('select id, left(code, 6) as code from vials where listed'), 'code'),
      vialPatients: await list<number>(spreadOf('select distinct user_id as id from vial_entries'), 'id'),
      labTokens: await Promise.all(
        (await columnOf('email', 'subscription = 1')).slice(0, TOKENS).map((email) => logIn(portalUrl, email)),
      ),
      labelRequests: await one('select count(*) from label_requests'),
      /** Full names of patients with a label request, and tracking numbers of their parcels. */
      shippers: await list<string>(spreadOf(shipped), 'name'),
      commonShippers: await list<string>(
        `select u.last_name, count(*) from label_request_patients p join users u on u.id = p.patient_id group by 1 order by 2 desc, 1 limit 8`,
        'last_name',
      ),
      parcels: await list<string>(spreadOf(shipped), 'tracking_number'),
      documents: await one('select count(*) from documents'),
      /** Full names of patients with a document, and centers with documents. */
      signers: await list<string>(spreadOf('select id, patient_name from documents where id % 7 = 0'), 'patient_name'),
      documentCenters: await list<number>(spreadOf('select distinct harvest_center_id as id from documents'), 'id'),
    }
  } finally {
    await client.end()
  }
}
