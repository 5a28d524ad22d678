/** What to ask a seeded domain for: people, reps, centers and names that are there, the same in each run. */
import pg from 'pg'
import { wireTypes } from '../apps/api/src/db/wire.ts'
import { SCALE_PASSWORD } from '../apps/api/src/testing/seed/scale.ts'

export interface Sample {
  /** Active ones. */
  users: number
  inactive: number
  transactions: number
  adminToken: string
  /** Of reps, in the order of `reps`. */
  repTokens: string[]
  emails: string[]
  patients: number[]
  reps: number[]
  centers: number[]
  fullNames: string[]
  inactiveNames: string[]
  commonNames: string[]
  /** Of sales: full names of patients who bought something. */
  buyers: string[]
}

/** How many different requests a case takes turns with. */
export const VARIANTS = 40
const TOKENS = 8

/** Takes one in so many, so that the sample is spread over the whole domain. */
const spread = (condition: string) => `select id from (
  select id, row_number() over (order by id) as n, count(*) over () as total from users where ${condition}) u
  where n % greatest(1, total / ${VARIANTS}) = total / ${VARIANTS * 2} % greatest(1, total / ${VARIANTS}) order by id limit ${VARIANTS}`

async function logIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login/`, {
    method: 'POST',
    headers: { domain: 'scale', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: SCALE_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${email} cannot log in: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

export async function takeSample(databaseUrl: string, portalUrl: string): Promise<Sample> {
  const client = new pg.Client({ connectionString: databaseUrl, types: wireTypes })
  await client.connect()
  const list = async <T>(text: string, key: string) => (await client.query(text)).rows.map((row) => row[key] as T)
  const one = async (text: string) => Number((await client.query(text)).rows[0]?.count)
  const person = `first_name || ' ' || last_name as name`
  const emailsOf = (condition: string) =>
    list<string>(`select email from users where id in (${spread(condition)}) order by id`, 'email')
  try {
    const reps = await list<number>(spread('subscription = 3'), 'id')
    const repEmails = await emailsOf('subscription = 3')
    return {
      users: await one('select count(*) from users where active'),
      inactive: await one('select count(*) from users where not active'),
      transactions: await one('select count(*) from transactions'),
      adminToken: await logIn(portalUrl, 'admin@scale.example'),
      repTokens: await Promise.all(repEmails.slice(0, TOKENS).map((email) => logIn(portalUrl, email))),
      emails: await emailsOf('subscription = 9 and active'),
      patients: await list<number>(spread('subscription = 2'), 'id'),
      reps,
      centers: await list<number>(spread('subscription = 4'), 'id'),
      fullNames: await list<string>(
        `select ${person} from users where id in (${spread('subscription = 2')}) order by id`,
        'name',
      ),
      inactiveNames: await list<string>(`select ${person} from users where id in (${spread('not active')}) order by id`, 'name'),
      commonNames: await list<string>('select last_name, count(*) from users group by 1 order by 2 desc, 1 limit 8', 'last_name'),
      buyers: await list<string>(
        `select ${person} from users where id in (${spread('subscription = 2 and id in (select patient_id from transactions where id % 97 = 0)')}) order by id`,
        'name',
      ),
    }
  } finally {
    await client.end()
  }
}
