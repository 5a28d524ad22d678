import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: number
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

const PATH = '/api/v1/dashboards/first-run/'

/** Without it, an admin of a domain that requires it could not read the steps. */
const setUpTwoStep = (userId: number) =>
  portal.owner.query(
    `insert into two_step_sign_ins (domain_id, user_id, sealed_secret, confirmed_at) values ($1, $2, 'sealed', now())`,
    [portal.domainId, userId],
  )

/** The steps that are done, read as an admin of the domain. */
async function doneSteps(): Promise<string[]> {
  const steps: { step: string; done: boolean }[] = (await (await portal.as(admin)).get(PATH)).json()
  return steps.filter(({ done }) => done).map(({ step }) => step)
}

test('ticks each step when the business has it, and no step of another domain', async () => {
  const steps: { step: string; done: boolean }[] = (await (await portal.as(admin)).get(PATH)).json()
  const all = ['two_step', 'brand', 'mail_records', 'payment_gateway', 'templates', 'first_lab', 'first_rep', 'first_center']
  expect(steps).toEqual(all.map((step) => ({ step, done: false })))

  const lab = await portal.seed((db) => createUser(db, 'lab'))
  expect(await doneSteps()).toEqual(['first_lab'])
  const sales_rep_id = await portal.seed((db) => createUser(db, 'sales_rep'))
  expect(await doneSteps()).toEqual(['first_lab', 'first_rep'])
  await portal.seed((db) => createCenter(db, { sales_rep_id, lab_id: lab }))
  expect(await doneSteps()).toEqual(['first_lab', 'first_rep', 'first_center'])

  await portal.seed((db) => createTemplate(db, { type: 2 }))
  expect(await doneSteps(), 'centers have nothing to sign yet').not.toContain('templates')
  await portal.seed((db) => createTemplate(db, { type: 4, is_active: false }))
  expect(await doneSteps(), 'an inactive template is not signed').not.toContain('templates')
  await portal.seed((db) => createTemplate(db, { type: 4 }))
  expect(await doneSteps()).toContain('templates')

  await portal.owner.query(
    `insert into payment_settings (domain_id, gateway) values ($1, 'embedded')
     on conflict (domain_id) do update set gateway = 'embedded'`,
    [portal.domainId],
  )
  expect(await doneSteps(), 'the simulator charges nobody').not.toContain('payment_gateway')
  await portal.owner.query(
    `update payment_settings
     set gateway = 'authorizenet', api_login_id = 'acme', client_key = 'public', transaction_key = 'sealed'
     where domain_id = $1`,
    [portal.domainId],
  )
  expect(await doneSteps()).toContain('payment_gateway')

  await portal.owner.query(
    `insert into mail_records (domain_id, purpose, name, value, valid, problem, checked_at)
     select id, 'spf', split_part(email_sender, '@', 2), 'v=spf1', true, '', now() from domains where id = $1`,
    [portal.domainId],
  )
  expect(await doneSteps()).toContain('mail_records')

  await portal.owner.query(`update domains set two_step_memberships = '{7,9}' where id = $1`, [portal.domainId])
  await setUpTwoStep(admin)
  await expect.poll(doneSteps).toContain('two_step')

  await portal.owner.query(`update domains set primary_color = '#123456' where id = $1`, [portal.domainId])
  await expect.poll(doneSteps).toContain('brand')

  const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  expect((await theirs.get(PATH)).json().filter(({ done }: { done: boolean }) => done)).toEqual([])
})
