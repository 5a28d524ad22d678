/** Jobs that mail several addresses: each gets one copy, whatever the others do, and only the resent mail is sent again. */
import type { MailRow } from '@vialdesk/contract/business/email'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBuyer } from '#api/features/checkout/checkout.fixture.ts'
import { buy, refundForm, settleCharges } from '#api/features/transactions/refunds/refunds.fixture.ts'
import { type Mail, MailRefused, MailUnavailable } from '#api/platform/ports/mail.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const FRONT = 'front@northside.example'
const BILLS = 'bills@northside.example'

let sent: Mail[] = []
let answer: (mail: Mail) => Error | undefined = () => undefined
const mail = {
  async send(given: Mail) {
    const error = answer(given)
    if (error) throw error
    sent.push(given)
  },
}

let portal: TestPortal
let admin: TestClient
let buyer: Awaited<ReturnType<typeof createBuyer>>
beforeAll(async () => {
  portal = await startTestPortal({ mail })
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  buyer = await createBuyer(portal)
  await portal.owner.query(`update domains set email_notifications = 'a@desk.example, b@desk.example' where id = $1`, [
    portal.domainId,
  ])
})
afterAll(() => portal.close())
beforeEach(() => {
  sent = []
  answer = () => undefined
})

const makeDue = () => portal.owner.query('update graphile_worker._private_jobs set run_at = now()')
const sentAs = (subject: string) => sent.filter((each) => each.subject === subject).map(({ to }) => to)
const resend = (id: number) => admin.post(`/api/v1/mails/${id}/resend/`)
const mailsTo = async (address: string): Promise<MailRow[]> => (await admin.get(`/api/v1/mails/?to=${address}`)).json().results
const newestTo = async (address: string) => (await mailsTo(address))[0] as MailRow

async function ask() {
  const asker = await portal.seed((db) => createUser(db, 'sales_rep'))
  const question = { name: 'Ada', email: 'ada@desk.example', phone_number: '', message: 'Hello?' }
  await (await portal.as(asker)).post('/api/v1/contact/', question)
  await portal.runJobs()
}

test('a receipt is not sent twice to an address when the mail server fails at another', async () => {
  const { invoice } = await buy(buyer)
  const tried: string[] = []
  answer = ({ to, subject }) => {
    if (subject === `Receipt ${invoice}`) tried.push(to)
    return tried.length === 2 ? new MailUnavailable('down') : undefined
  }
  await portal.runJobs()
  expect(tried).toHaveLength(2)
  await makeDue()
  await portal.runJobs()
  expect(sentAs(`Receipt ${invoice}`).sort()).toEqual([BILLS, FRONT])
})

test.each([FRONT, BILLS])(
  'the receipts of a sale and of its refund reach the other address when %s refuses mail',
  async (address) => {
    answer = ({ to }) => (to === address ? new MailRefused('never') : undefined)
    const { id, invoice } = await buy(buyer)
    await portal.runJobs()
    await settleCharges(portal)
    await admin.post(`/api/v1/transactions/${id}/refund/`, refundForm({ amount: 650 }))
    await portal.runJobs()
    const other = [FRONT, BILLS].filter((each) => each !== address)
    expect([sentAs(`Receipt ${invoice}`), sentAs(`Refund of ${invoice}`)]).toEqual([other, other])
    expect((await mailsTo(address)).filter(({ subject }) => subject.endsWith(invoice)).map(({ status }) => status)).toEqual([
      'refused',
      'refused',
    ])
  },
)

test('a resent mail goes to its own recipient only, also when it is sent again, and also after the question was sent', async () => {
  answer = ({ to }) => (to === 'b@desk.example' ? new MailRefused('refused') : undefined)
  await ask()
  answer = () => undefined
  sent = []
  for (const _ of [1, 2, 3]) {
    const last = await newestTo('b@desk.example')
    expect((await resend(last.id)).statusCode).toBe(200)
    await portal.runJobs()
  }
  expect(sent.map(({ to }) => to)).toEqual(Array(3).fill('b@desk.example'))
  expect((await mailsTo('b@desk.example')).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'refused'])
  expect(await mailsTo('a@desk.example')).toHaveLength(1)
})

test('two clicks on Resend queue one mail, of the mail or of a copy of it', async () => {
  await ask()
  const first = await newestTo('a@desk.example')
  const clicks = await Promise.all([resend(first.id), resend(first.id)])
  expect(clicks.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await portal.runJobs()
  const copy = await newestTo('a@desk.example')
  expect(copy.id).not.toBe(first.id)
  const again = await Promise.all([resend(first.id), resend(copy.id)])
  expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await portal.runJobs()
})

test('a copy is not sent again after the log has forgotten the first mail, because its recipients are unknown', async () => {
  await ask()
  await resend((await newestTo('a@desk.example')).id)
  await portal.owner.query('delete from mails where resent_of is null')
  sent = []
  await portal.runJobs()
  expect(sent).toEqual([])
  const copy = await newestTo('a@desk.example')
  expect(copy.status).toBe('refused')
  expect((await resend(copy.id)).json()).toMatchObject({ message: 'This mail is too old to be sent again.' })
})
