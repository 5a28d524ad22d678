import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let ids: Record<'patient' | 'staff' | 'rep', number>

beforeAll(async () => {
  portal = await startTestPortal()
  const { admin: adminId, ...made } = await portal.seed(async (db) => {
    const center = await createCenter(db, { company: 'Harbor Clinic' })
    const staff = await createUser(db, 'hc_staff', { email: 'staff@invited.example' })
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    return {
      staff,
      patient: await createPatient(db, { harvest_center_id: center, email: 'patient@invited.example' }),
      rep: await createUser(db, 'sales_rep', { email: 'rep@invited.example' }),
      admin: await createUser(db, 'admin'),
    }
  })
  ids = made
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

async function inviteAgain(user: number, email: string) {
  await portal.owner.query(`update password_links set created_at = created_at - interval '31 seconds' where user_id = $1`, [user])
  expect((await admin.post(`/api/v1/users/${user}/remind/`)).statusCode).toBe(200)
  await portal.runJobs()
  return (await readMails(portal, email)).at(-1)
}

test('an invitation names the center or the business, and its subject neither', async () => {
  const toPatient = await inviteAgain(ids.patient, 'patient@invited.example')
  expect(toPatient?.text).toContain('Harbor Clinic invites you to the portal of Acme Cells')
  expect(toPatient?.subject).toBe('Your account is ready')
  expect((await inviteAgain(ids.staff, 'staff@invited.example'))?.text).toContain('Harbor Clinic invites you')
  expect((await inviteAgain(ids.rep, 'rep@invited.example'))?.text).toContain('Acme Cells invites you to its portal')
})

test('a new invitation ends the links of the earlier ones', async () => {
  const first = await inviteAgain(ids.rep, 'rep@invited.example')
  const second = await inviteAgain(ids.rep, 'rep@invited.example')
  const { rows } = await portal.owner.query('select id from password_links where user_id = $1 and used_at is null', [ids.rep])
  expect(rows).toHaveLength(1)
  const tokenOf = (text = '') => /set-password#([\w-]+)/.exec(text)?.[1]
  const setWith = (token: string | undefined) =>
    portal.guest.post('/auth/set-password/', { token, password: 'a long enough word 7' })
  expect(tokenOf(second?.text)).toBeDefined()
  expect((await setWith(tokenOf(first?.text))).statusCode).toBeGreaterThanOrEqual(400)
  expect((await setWith(tokenOf(second?.text))).statusCode).toBe(200)
})
