/** The console's commands for two-step sign-in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { changeSettings } from '#api/features/branding/change-settings.commands.ts'
import { createTwoStepAccount, isLoggedIn, logIn } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { readMemberships } from './commands/domains-set.ts'
import { resetTwoStep } from './commands/two-step-reset.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

describe('domains set --two-step', () => {
  test.each<[string, number[]]>([
    ['7,9', [7, 9]],
    ['9,7,9', [7, 9]],
    ['none', []],
  ])('reads %s', (given, ids) => expect(readMemberships(given)).toEqual(ids))

  test.each(['', '7,', '10', '11', 'admin', '7;9', '-1'])('refuses %j and lists the valid numbers', (given) => {
    expect(() => readMemberships(given)).toThrow(StartFailure)
    expect(() => readMemberships(given)).toThrow(/7 Admin/)
  })

  test('applies to open sessions too, and is audited', async () => {
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.get('/api/v1/users/all/')).statusCode).toBe(200)
    await inDomain(portal.owner, portal.otherDomainId, (db) => changeSettings(db, { values: { two_step_memberships: [7] } }))
    expect((await theirs.get('/api/v1/users/all/')).statusCode).toBe(428)
    const { rows } = await portal.owner.query(
      `select before, after from audit_log where domain_id = $1 and type = 'domain.changed'`,
      [portal.otherDomainId],
    )
    expect(rows).toEqual([{ before: { two_step_memberships: [] }, after: { two_step_memberships: [7] } }])
  })
})

describe('two-step reset', () => {
  test('lets an admin log in without app and codes, and ends the sessions', async () => {
    const { email, caller } = await createTwoStepAccount(portal, 'admin')
    expect(await resetTwoStep(portal.owner, 'acme', email.toUpperCase())).toBe(true)
    expect([await isLoggedIn(caller), (await logIn(portal, email)).statusCode]).toEqual([false, 200])
    expect(await resetTwoStep(portal.owner, 'acme', email)).toBe(false)
  })

  test('reports an unknown user or domain, and finds no user of another domain', async () => {
    const { email } = await createTwoStepAccount(portal)
    await expect(resetTwoStep(portal.owner, 'globex', email)).rejects.toThrow(
      `No user of globex has the e-mail address ${email}.`,
    )
    await expect(resetTwoStep(portal.owner, 'nowhere', email)).rejects.toThrow('There is no domain "nowhere".')
    expect((await logIn(portal, email)).json().code).toBe('code_required')
  })
})
