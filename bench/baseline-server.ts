/**
 * The baseline server, an upper limit for the portal: only Fastify and pg. One prepared statement reads rows
 * by an index and sends them as JSON, without session, access table, row-level security, count or validation. A login is one
 * query and the password hash. `memory` sends a row that was read before.
 */
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { jsonTypeParsers } from '../apps/api/src/db/connection/type-parsers.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, types: jsonTypeParsers })
const app = Fastify({ exposeHeadRoutes: false })

/** Id of the only domain in the database. */
const DOMAIN = 1

interface ListParams {
  name: string
  variant: string
}

app.get('/readyz', async () => ({ ok: true }))

app.get<{ Params: ListParams }>('/list/:name/:variant', async ({ params: { name, variant } }) => {
  const table = pg.escapeIdentifier(`baseline_${name}`)
  const text = `select * from ${table} where variant_no = $1 order by place_no`
  const { rows } = await pool.query({ name: `list ${name}`, text, values: [variant] })
  return { count: rows.length, results: rows }
})

app.get<{ Params: ListParams }>('/one/:name/:variant', async ({ params: { name, variant } }) => {
  const text = `select * from ${pg.escapeIdentifier(`baseline_${name}`)} where variant_no = $1`
  const { rows } = await pool.query({ name: `one ${name}`, text, values: [variant] })
  return rows[0]
})

const inMemory = new Map<string, unknown>()

app.get<{ Params: ListParams }>('/memory/:name/:variant', async ({ params: { name, variant } }) => {
  const key = `${name} ${variant}`
  if (!inMemory.has(key)) {
    const { rows } = await pool.query(`select * from ${pg.escapeIdentifier(`baseline_${name}`)} where variant_no = $1`, [variant])
    inMemory.set(key, rows[0])
  }
  return inMemory.get(key)
})

app.post<{ Body: { email: string; password: string } }>('/login', async ({ body: { email, password } }) => {
  const text = 'select id, email, first_name, last_name, password_hash from users where domain_id = $1 and email_key = $2'
  const { rows } = await pool.query({ name: 'login', text, values: [DOMAIN, email] })
  return { fits: await verify(rows[0].password_hash, password), user: { ...rows[0], password_hash: undefined } }
})

process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
