import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: number
let stranger: { manager: number; distributor: number; center: number }
let theirAdmin: number
beforeAll(async () => {
  portal = await startTestPortal()
  stranger = await portal.seed(async (db) => ({
    manager: await createUser(db, 'sales_manager'),
    distributor: await createUser(db, 'sales_distributor'),
    center: await createCenter(db),
  }))
  admin = await portal.seed((db) => createUser(db, 'admin'))
  theirAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

const LEFT = { message: 'Removed from the team.' }
const auditedEvents = async (subject: number) => {
  const { rows } = await portal.owner.query(
    `select actor_id, before, after from audit_log where type = 'team.left' and subject_id = $1 order by id`,
    [subject],
  )
  return rows
}

/** The member that leaves and the leader of its team; created for each test. */
const calls = [
  {
    call: 'GET /api/v1/sales-rep/{id}/remove-team/',
    tie: 'sales_manager_id' as const,
    kind: 'sales manager',
    sales: '/my-transaction-report',
    createMember: () =>
      portal.seed(async (db) => {
        const distributor = await createUser(db, 'sales_distributor')
        const leader = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
        return { leader, member: await createUser(db, 'sales_rep', { sales_manager_id: leader }), refused: [distributor] }
      }),
    path: (id: number | string) => `/api/v1/sales-rep/${id}/remove-team/`,
    sameKind: () => stranger.manager,
  },
  {
    call: 'GET /api/v1/sales-distributors/{id}/remove-team/',
    tie: 'sales_distributor_id' as const,
    kind: 'sales distributor',
    sales: '/team-transaction-report',
    createMember: () =>
      portal.seed(async (db) => {
        const leader = await createUser(db, 'sales_distributor')
        const member = await createUser(db, 'sales_manager', { sales_distributor_id: leader })
        return { leader, member, refused: [member] }
      }),
    path: (id: number | string) => `/api/v1/sales-distributors/${id}/remove-team/`,
    sameKind: () => stranger.distributor,
  },
]

const userOf = async (id: number) =>
  (await portal.owner.query(`select first_name || ' ' || last_name as name, email from users where id = $1`, [id])).rows[0]
const nameOf = async (id: number): Promise<string> => (await userOf(id)).name
const emailOf = async (id: number): Promise<string> => (await userOf(id)).email

const teamOf = async (id: number, tie: string) =>
  (await portal.owner.query(`select ${tie} as leader, version from users where id = $1`, [id])).rows[0]

describe.each(calls)('$call', ({ tie, createMember, path, sameKind, kind, sales }) => {
  test('removes the member from the team, confirms it and audits it', async () => {
    const { leader, member } = await createMember()
    const answer = await (await portal.as(leader)).get(path(member))
    expect([answer.statusCode, answer.json()]).toEqual([200, LEFT])
    expect(await teamOf(member, tie)).toEqual({ leader: null, version: 2 })
    expect(await auditedEvents(member)).toEqual([{ actor_id: leader, before: { [tie]: leader }, after: { [tie]: null } }])
  })

  test('notifies the member once, names the leader and who did it, and leads to the sales that the member keeps', async () => {
    const [one, other] = [await createMember(), await createMember()]
    await (await portal.as(one.leader)).get(path(one.member))
    await (await portal.as(admin)).get(path(one.member))
    await (await portal.as(admin)).get(path(other.member))
    const rest = 'Your sales so far stay yours. If this is a mistake, contact us.'
    for (const { leader, member } of [one, other]) {
      const name = await nameOf(leader)
      const { count, results } = (await (await portal.as(member)).get('/api/v1/notices/')).json()
      expect(count).toBe(1)
      const removed =
        leader === one.leader ? `${name} removed you from the team.` : `An admin removed you from the team of ${name}.`
      const title = `You are no longer in the team of ${name}`
      expect(results[0]).toMatchObject({ kind: 'team', title, text: `${removed} ${rest}`, path: sales })
      await portal.runJobs()
      const [mail] = await readMails(portal, await emailOf(member))
      expect(mail?.subject, 'without a name').toBe(`You are no longer in the team of your ${kind}`)
      expect(mail?.text).toContain(`${removed} ${rest}`)
    }
  })

  test('does not find the member a second time for the leader, and changes nothing for an admin', async () => {
    const { leader, member } = await createMember()
    expect((await (await portal.as(admin)).get(path(member))).json()).toEqual(LEFT)
    expect((await (await portal.as(leader)).get(path(member))).statusCode).toBe(404)
    expect((await (await portal.as(admin)).get(path(member))).json()).toEqual(LEFT)
    expect(await auditedEvents(member)).toHaveLength(1)
  })

  test('changes and audits once when ten requests arrive at the same time', async () => {
    const { leader, member } = await createMember()
    const caller = await portal.as(leader)
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.get(path(member))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(9).fill(404)])
    expect(await auditedEvents(member)).toHaveLength(1)
  })

  test('does not find members of other teams, other kinds of users and other domains', async () => {
    const { leader, member } = await createMember()
    expect((await (await portal.as(sameKind())).get(path(member))).statusCode).toBe(404)
    expect((await (await portal.asOther(theirAdmin)).get(path(member))).statusCode).toBe(404)
    for (const wrong of [leader, stranger.center, 999_999, 'me']) {
      expect((await (await portal.as(admin)).get(path(wrong))).statusCode).toBe(404)
    }
    expect(await teamOf(member, tie)).toEqual({ leader, version: 1 })
    expect(await auditedEvents(member)).toEqual([])
  })

  test('is forbidden to roles without a team and to the member, and refuses guests', async () => {
    const { leader, member, refused } = await createMember()
    for (const caller of [...refused, member, stranger.center]) {
      expect((await (await portal.as(caller)).get(path(member))).statusCode).toBe(403)
    }
    expect((await portal.guest.get(path(member))).statusCode).toBe(401)
    expect(await teamOf(member, tie)).toEqual({ leader, version: 1 })
  })

  test('does not find a deactivated member, except for an admin', async () => {
    const { leader, member } = await createMember()
    await portal.seed((db) => db.updateTable('users').set({ active: false }).where('id', '=', member).execute())
    expect((await (await portal.as(leader)).get(path(member))).statusCode).toBe(404)
    expect((await (await portal.as(admin)).get(path(member))).statusCode).toBe(200)
    expect((await teamOf(member, tie)).leader).toBeNull()
  })
})
