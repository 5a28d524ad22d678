/**
 * A read begins with the session that its token had before. Whatever happened to the session since then, it is answered, written and noted
 * only for the session that the database finds.
 */
import { membershipIds } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** Reads at once before, while and after something happens to the session. */
const READS = 12
const ROUNDS = 6

interface Reader {
  id: number
  patientId: number
  client: TestClient
}

/** A user with a session that the server has just seen, and a patient whose reads are audited. */
async function openReader(): Promise<Reader> {
  const [id, patientId] = await portal.seed(async (db) => [await createUser(db, 'admin'), await createUser(db, 'patient')])
  const client = await portal.as(id)
  expect((await client.get(`/api/v1/users/${patientId}/`)).statusCode).toBe(200)
  return { id, patientId, client }
}

const update = (text: string, id: number) => portal.owner.query(text, [portal.domainId, id])

interface Event {
  happen(reader: Reader): Promise<unknown>
  /** The answer to every read that begins after the event. */
  afterwards: number
}

const events: Record<string, Event> = {
  'a log-out': { happen: ({ client }) => client.post('/auth/logout/'), afterwards: 401 },
  'a log-out at another node': {
    happen: ({ id }) => update('update sessions set ended_at = now() where domain_id = $1 and user_id = $2', id),
    afterwards: 401,
  },
  'the end of the session by its age': {
    happen: ({ id }) => update('update sessions set expires_at = now() where domain_id = $1 and user_id = $2', id),
    afterwards: 401,
  },
  'a deactivation': {
    happen: ({ id }) => update('update users set active = false where domain_id = $1 and id = $2', id),
    afterwards: 401,
  },
  'a change of the role': {
    happen: ({ id }) =>
      update(`update users set memberships = '{${membershipIds.patient}}' where domain_id = $1 and id = $2`, id),
    afterwards: 404,
  },
}

/** The looks at the patient that the audit holds. */
async function countLooks({ id, patientId }: Reader): Promise<number> {
  const { rows } = await portal.owner.query<{ n: number }>(
    'select count(*)::int as n from audit_log where domain_id = $1 and actor_id = $2 and patient_id = $3',
    [portal.domainId, id, patientId],
  )
  return rows[0]?.n ?? 0
}

describe.each(Object.entries(events))('%s', (_name, { happen, afterwards }) => {
  test('is seen by every read that begins after it, and no other read is noted', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const reader = await openReader()
      const read = async () => (await reader.client.get(`/api/v1/users/${reader.patientId}/`)).statusCode
      const during = Array.from({ length: READS / 2 }, read)
      const happened = happen(reader)
      during.push(...Array.from({ length: READS / 2 }, read))
      await happened
      const after = await Promise.all(Array.from({ length: READS }, read))
      expect(new Set(after), `round ${round}`).toEqual(new Set([afterwards]))
      const answers = await Promise.all(during)
      expect(answers.every((status) => status === 200 || status === afterwards)).toBe(true)
      // The look of `openReader` is one more.
      expect(await countLooks(reader)).toBe(1 + answers.filter((status) => status === 200).length)
    }
  })
})

test('a refusal that follows from an earlier state of the session is no refusal any more', async () => {
  const { id, patientId, client } = await openReader()
  const become = (role: 'admin' | 'patient') =>
    update(`update users set memberships = '{${membershipIds[role]}}' where domain_id = $1 and id = $2`, id)
  const read = () => client.get(`/api/v1/users/${patientId}/`)
  await become('patient')
  expect((await read()).statusCode).toBe(404)
  await become('admin')
  expect((await read()).statusCode).toBe(200)
})

test('a read with two-step sign-in due is refused from the moment on in which the business asks for it', async () => {
  const { patientId, client } = await openReader()
  const setRule = (memberships: string) =>
    portal.owner.query('update domains set two_step_memberships = $2 where id = $1', [portal.domainId, memberships])
  await setRule(`{${membershipIds.admin}}`)
  const refused = await client.get(`/api/v1/users/${patientId}/`)
  expect([refused.statusCode, refused.json().code]).toEqual([428, 'two_step_required'])
  await setRule('{}')
  expect((await client.get(`/api/v1/users/${patientId}/`)).statusCode).toBe(200)
})

test('a read whose session cannot be looked up fails as a whole', async () => {
  const { id, patientId, client } = await openReader()
  const blocker = await portal.owner.connect()
  try {
    await blocker.query('begin; lock table sessions in access exclusive mode')
    const answer = client.get(`/api/v1/users/${patientId}/`)
    await blocker.query(`update sessions set ended_at = now() where domain_id = ${portal.domainId} and user_id = ${id}`)
    await blocker.query('commit')
    expect((await answer).statusCode).toBe(401)
  } finally {
    blocker.release()
  }
})
