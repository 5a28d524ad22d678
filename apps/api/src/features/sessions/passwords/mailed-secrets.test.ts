/** No table has a token that opens something, in plain text: neither those of links, nor the mails, the queue and the audit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepMails } from '#api/features/email/mails/sweep-mails.commands.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const CHOSEN = 'a long enough password'
let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`

/** The tables with the text, as it is or as bytes. */
async function tablesWith(secret: string): Promise<string[]> {
  const { rows } = await portal.owner.query<{ name: string }>(TABLES)
  const found = []
  for (const { name } of rows) {
    const bytes = Buffer.from(secret).toString('hex')
    const text = `select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0 limit 1`
    if ((await portal.owner.query(text, [secret, bytes])).rowCount) found.push(name)
  }
  return found
}

const newest = async (email: string) => {
  await portal.runJobs()
  const mail = (await readMails(portal, email)).at(-1)
  const [, path = '', token = ''] = /(\/[\w-]+)#([\w-]{43})/.exec(mail?.text ?? '') ?? []
  return { mail, path, token }
}
const person = (email: string) => ({ first_name: 'Ida', last_name: 'Berg', email, subscription: 3 })
const resend = async (recipient: string) => {
  const { rows } = await portal.owner.query('select max(id) as id from mails where recipient = $1', [recipient])
  return admin.post(`/api/v1/mails/${rows[0].id}/resend/`)
}

const links: Record<string, { email: string; path: string; ask: (email: string) => Promise<{ statusCode: number }> }> = {
  'a forgotten password': {
    email: 'forgot@mail.example',
    path: '/set-password',
    ask: async (email) => {
      await portal.seed((db) => createUser(db, 'sales_rep', { email }))
      return portal.guest.post('/api/v1/users/reset-password/', { email })
    },
  },
  'a new account': {
    email: 'new@mail.example',
    path: '/set-password',
    ask: (email) => admin.post('/api/v1/users/', person(email)),
  },
  'a sign-up': {
    email: 'visitor@mail.example',
    path: '/verify-email',
    ask: (email) => portal.guest.post('/api/v1/users/', { ...person(email), password: CHOSEN }),
  },
}

test.each(Object.entries(links))('the link of %s is stored encrypted, and erased when it is used', async (_, link) => {
  expect((await link.ask(link.email)).statusCode).toBeLessThan(300)
  const { path, token } = await newest(link.email)
  expect([path, token.length]).toEqual([link.path, 43])
  expect(await tablesWith(link.email), 'the search finds what is there').toContain('public.mail_outbox')
  expect(await tablesWith(token)).toEqual([])
  const use = path === '/set-password' ? { token, password: 'another long password' } : { token, password: CHOSEN }
  expect((await portal.guest.post(`/auth${path}/`, use)).statusCode).toBe(200)
  await portal.runJobs()
  const kept = await portal.owner.query(
    'select sealed_secret from mail_outbox where recipient = $1 and secret_expires_at is not null',
    [link.email],
  )
  expect(kept.rows).toEqual([{ sealed_secret: null }])
  const used = (await readMails(portal, link.email)).find(({ text }) => text.includes(link.path))
  expect(used?.text).toContain(`${link.path}#used-or-expired`)
})

test('the invitation link of a center is in no table', async () => {
  const center = await portal.seed((db) => createCenter(db))
  const { link } = (await (await portal.as(center)).get(`/api/v1/hc-staff/${center}/sign-up-link/`)).json()
  expect(await tablesWith(new URL(link).hash.slice(1))).toEqual([])
})

test('a mail that an admin sends again has a new link, and none is sent when the link is not needed any more', async () => {
  const email = 'again@mail.example'
  await links['a sign-up']?.ask(email)
  const first = await newest(email)
  expect((await resend(email)).statusCode).toBe(200)
  const second = await newest(email)
  expect([second.path, second.token === first.token]).toEqual(['/verify-email', false])
  expect(await tablesWith(second.token)).toEqual([])
  expect((await portal.guest.post('/auth/verify-email/', { token: second.token, password: CHOSEN })).statusCode).toBe(200)
  await portal.runJobs()
  const { rows } = await portal.owner.query(
    `select max(id) as id from mails where recipient = $1 and task = 'sessions.send_verification'`,
    [email],
  )
  const before = (await readMails(portal, email)).length
  expect((await admin.post(`/api/v1/mails/${rows[0].id}/resend/`)).statusCode).toBe(200)
  await portal.runJobs()
  expect((await readMails(portal, email)).length).toBe(before)
  const last = await portal.owner.query('select status, reason from mails where recipient = $1 order by id desc limit 1', [email])
  expect(last.rows).toEqual([{ status: 'refused', reason: 'The portal has no reason any more to send this mail.' }])
})

test('the nightly sweep erases the secrets of expired links only', async () => {
  const count = async () => Number((await portal.owner.query('select count(sealed_secret) as n from mail_outbox')).rows[0].n)
  await links['a new account']?.ask('expires@mail.example')
  await links['a new account']?.ask('stays@mail.example')
  await portal.runJobs()
  const before = await count()
  await portal.owner.query(
    `update mail_outbox set secret_expires_at = now() - interval '1 minute' where recipient like 'expires@%'`,
  )
  await sweepMails.run(portal.worker)
  expect(await count()).toBe(before - 1)
  expect((await newest('stays@mail.example')).token).toHaveLength(43)
  expect((await newest('expires@mail.example')).token).toBe('')
})
