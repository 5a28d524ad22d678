/** All domains of an installation share one mail server: nobody may send in the name of a mail domain that another domain has proved. */
import type { EmailRecord } from '@vialdesk/contract/business/email'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DnsServer, startDnsServer, type Zone } from '#api/adapters/dns/dns-server.fixture.ts'
import { systemDns } from '#api/adapters/dns/system.ts'
import { sendForm } from '#api/features/branding/branding.fixture.ts'
import type { Mail } from '#api/platform/ports/mail.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const TAKEN = 'Another business of this portal uses this mail domain.'

let dns: DnsServer
let portal: TestPortal
let owner: TestClient
let attackerToken: string
let sent: Mail[] = []

beforeAll(async () => {
  dns = await startDnsServer()
  portal = await startTestPortal({
    dns: systemDns({ server: '127.0.0.1', port: dns.port, timeoutMs: 1000 }),
    mail: { send: async (mail) => void sent.push(mail) },
  })
  owner = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  attackerToken = await portal.tokenOf(await portal.seedOther((db) => createUser(db, 'admin')), true)
})
afterAll(async () => {
  await portal.close()
  await dns.close()
})
beforeEach(async () => {
  sent = []
  for (const name of Object.keys(dns.zones)) delete dns.zones[name]
  await portal.owner.query('delete from mail_keys')
  await portal.owner.query('delete from mail_records')
})

/** The row of a domain is kept in memory for a second, so the sender is set before the client's first request. */
const setSender = (id: number, sender: string) =>
  portal.owner.query('update domains set email_sender = $1 where id = $2', [sender, id])
const attacker = () => portal.clientFor('globex', attackerToken)
const pathOf = (id: number) => `/domain/email-settings/by-domain/${id}/`
const verify = async (client: TestClient, id: number): Promise<EmailRecord[]> =>
  (await client.get(`${pathOf(id)}status/`)).json().data
const sendTestMail = async (client: TestClient) =>
  (await client.post('/domain/email-settings/test-mail/', { to: 'ada@mail.example' })).json()
const recordOf = (records: EmailRecord[], wanted: string) => records.find(({ purpose }) => purpose === wanted)

async function publish(client: TestClient, id: number): Promise<void> {
  const records: EmailRecord[] = (await client.get(pathOf(id))).json().data
  for (const { name, record_type, value } of records) {
    const zone: Zone = dns.zones[name] ?? {}
    dns.zones[name] = zone
    if (record_type === 'TXT') zone.TXT = [...(zone.TXT ?? []), value.match(/.{1,200}/g) as string[]]
    if (record_type === 'CNAME') zone.CNAME = value
  }
}

/** The first domain proves its mail domain. */
async function prove(sender: string): Promise<void> {
  await setSender(portal.domainId, sender)
  const name = sender.split('@')[1]
  await expect.poll(async () => (await owner.get(pathOf(portal.domainId))).json().data[0].name).toBe(name)
  await publish(owner, portal.domainId)
  expect(recordOf(await verify(owner, portal.domainId), 'dkim')?.valid).toBe(true)
}

/** The second domain has this sender, as if it was set before it was taken. */
async function pretend(sender: string): Promise<void> {
  await setSender(portal.otherDomainId, sender)
  const name = sender.split('@')[1]
  await expect.poll(async () => (await attacker().get(pathOf(portal.otherDomainId))).json().data[0].name).toBe(name)
}

const change = (sender: string) =>
  sendForm(portal, attackerToken, { email_sender: sender }, { id: portal.otherDomainId, domain: 'globex' })

test('the settings refuse a sender in a mail domain that another domain has proved, or below it', async () => {
  await prove('portal@cells.example')
  for (const sender of ['ceo@cells.example', 'ceo@Cells.Example', 'ceo@bounces.cells.example']) {
    const answer = await change(sender)
    expect([sender, answer.statusCode, answer.json().errors]).toEqual([sender, 422, { email_sender: [TAKEN] }])
  }
  expect(await change('ceo@othercells.example').then(({ statusCode }) => statusCode)).toBe(200)
  const own = await sendForm(portal, await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin'))), {
    email_sender: 'desk@cells.example',
  })
  expect(own.statusCode).toBe(200)
})

test('a sender that was set before sends nothing any more, gets no proof, and is told why', async () => {
  await prove('portal@cells.example')
  await pretend('ceo@cells.example')
  expect(await sendTestMail(attacker())).toEqual({
    success: false,
    message: `${TAKEN} Set another sender in White Label Settings.`,
  })
  expect(sent).toEqual([])
  // The same DNS shows the records of both.
  await publish(attacker(), portal.otherDomainId)
  const records = await verify(attacker(), portal.otherDomainId)
  expect(['dkim', 'return_path'].map((purpose) => recordOf(records, purpose))).toMatchObject([
    { valid: false, problem: TAKEN },
    { valid: false, problem: TAKEN },
  ])
  const { rows } = await portal.owner.query('select found_in from mail_keys where domain_id = $1', [portal.otherDomainId])
  expect(rows).toEqual([{ found_in: null }])
  expect(await sendTestMail(owner)).toMatchObject({ success: true })
  expect(sent).toMatchObject([{ signature: { domain: 'cells.example' }, returnPath: 'bounces@bounces.cells.example' }])
})

test('of two domains that prove a mail domain at once, one wins', async () => {
  await setSender(portal.domainId, 'portal@race.example')
  await expect.poll(async () => (await owner.get(pathOf(portal.domainId))).json().data[0].name).toBe('race.example')
  await pretend('portal@race.example')
  await publish(owner, portal.domainId)
  await publish(attacker(), portal.otherDomainId)
  const found = await Promise.all([verify(owner, portal.domainId), verify(attacker(), portal.otherDomainId)])
  expect(found.map((records) => recordOf(records, 'dkim')?.valid).sort()).toEqual([false, true])
})

test('a domain above a proved one can be proved too, and takes nothing from it', async () => {
  await prove('portal@lab.cells.example')
  await pretend('portal@cells.example')
  await publish(attacker(), portal.otherDomainId)
  expect(recordOf(await verify(attacker(), portal.otherDomainId), 'dkim')?.valid).toBe(true)
  expect(await sendTestMail(owner)).toMatchObject({ success: true })
  expect(recordOf(await verify(owner, portal.domainId), 'dkim')?.valid).toBe(true)
})

test('a mail of an unproved mail domain is sent without signature and return path', async () => {
  await pretend('portal@fresh.example')
  // A CNAME alone proves nothing.
  dns.zones['bounces.fresh.example'] = { CNAME: 'mail.portal.test' }
  expect(recordOf(await verify(attacker(), portal.otherDomainId), 'return_path')?.valid).toBe(true)
  expect(await sendTestMail(attacker())).toMatchObject({ success: true })
  expect(sent.map(({ signature, returnPath }) => [signature, returnPath])).toEqual([[undefined, undefined]])
})

test('a look-up asks for the addresses of ten mail servers at most', async () => {
  await pretend('portal@many.example')
  dns.zones['many.example'] = { MX: Array.from({ length: 30 }, (_, n) => `m${n}.many.example`) }
  dns.asked.length = 0
  expect(recordOf(await verify(attacker(), portal.otherDomainId), 'mx')?.valid).toBe(false)
  const hosts = new Set(dns.asked.map(String).flatMap((asked) => /m\d+\.many\.example/.exec(asked)?.[0] ?? []))
  expect(hosts.size).toBe(10)
})
