/** An admin sets up the DNS records of the mail domain. The DNS server and the mail server of the test are real. */
import type { EmailRecord } from '@vialdesk/contract/business/email'
import { authenticate } from 'mailauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DnsServer, startDnsServer, type Zone } from '#api/adapters/dns/dns-server.fixture.ts'
import { systemDns } from '#api/adapters/dns/system.ts'
import { smtpMail } from '#api/adapters/mail/smtp.ts'
import { smtpServer } from '#api/adapters/mail/smtp-server.fixture.ts'
import { findDomainById } from '#api/platform/access/domains.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { hasValidRecords } from './records/records.queries.ts'

const DOMAIN = 'cells.example'

let dns: DnsServer
let smtp: Awaited<ReturnType<typeof smtpServer>>
let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  dns = await startDnsServer()
  smtp = await smtpServer()
  portal = await startTestPortal({
    dns: systemDns({ server: '127.0.0.1', port: dns.port, timeoutMs: 1000 }),
    mail: smtpMail(smtp.url),
  })
  await portal.owner.query('update domains set email_sender = $1 where id = $2', [`portal@${DOMAIN}`, portal.domainId])
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
  await dns.close()
})
beforeEach(() => {
  for (const name of Object.keys(dns.zones)) delete dns.zones[name]
  dns.silent.clear()
  dns.failing.clear()
  smtp.received.length = 0
})

const pathOf = (id = portal.domainId) => `/domain/email-settings/by-domain/${id}/`
const read = async (): Promise<EmailRecord[]> => (await admin.get(pathOf())).json().data
const verify = async (): Promise<{ success: boolean; data: EmailRecord[] }> => (await admin.get(`${pathOf()}status/`)).json()
const recordOf = (records: EmailRecord[], purpose: EmailRecord['purpose']) =>
  records.find((record) => record.purpose === purpose) as EmailRecord
/** DNS providers cut long texts into parts of up to 255 characters. */
const partsOf = (text: string) => text.match(/.{1,200}/g) as string[]

/** Enters the records at the DNS server, as the admin copies them. */
function publish(records: EmailRecord[]): void {
  for (const { name, record_type, value } of records) {
    const zone: Zone = dns.zones[name] ?? {}
    dns.zones[name] = zone
    if (record_type === 'TXT') zone.TXT = [...(zone.TXT ?? []), partsOf(value)]
    if (record_type === 'MX') zone.MX = [value.split(' ')[1] as string]
    if (record_type === 'CNAME') zone.CNAME = value
  }
  dns.zones['mail.portal.test'] = { A: ['127.0.0.1'] }
}

const sendTestMail = (to = 'ada@mail.example') => admin.post('/domain/email-settings/test-mail/', { to })

/** What a receiver with this DNS says about the last mail. */
async function receivedResult() {
  const { message = '', sender = '' } = smtp.received.at(-1) ?? {}
  const resolver = async (name: string, type: string) => {
    const records = dns.zones[name.toLowerCase()]
    if (type === 'TXT' && records?.TXT) return records.TXT.map((parts) => [parts].flat())
    if (type === 'A' && records?.A) return records.A
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  }
  const result = await authenticate(message, { ip: '127.0.0.1', helo: 'mail.portal.test', sender, resolver })
  return {
    dkim: result.dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result]),
    dmarc: result.dmarc ? result.dmarc.status.result : undefined,
    sender,
  }
}

describe('GET /domain/email-settings/by-domain/{id}/', () => {
  test('shows the records of the mail domain, before any look-up', async () => {
    const records = await read()
    expect(records.map(({ name, record_type, value, valid }) => [name, record_type, value, valid])).toEqual([
      [DOMAIN, 'MX', '10 mail.portal.test', null],
      [DOMAIN, 'TXT', 'v=spf1 a:mail.portal.test ~all', null],
      [expect.stringMatching(/^v[0-9a-f]{10}\._domainkey\.cells\.example$/), 'TXT', expect.any(String), null],
      [`_dmarc.${DOMAIN}`, 'TXT', 'v=DMARC1; p=quarantine', null],
      [`bounces.${DOMAIN}`, 'CNAME', 'mail.portal.test', null],
    ])
    expect(recordOf(records, 'dkim').value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}$/)
    expect(dns.asked).toEqual([])
  })

  test('makes one key, also for two admins at once, and keeps it sealed', async () => {
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    const answers = await Promise.all([1, 2, 3].map(() => other.get(pathOf(portal.otherDomainId))))
    const keys = answers.map((answer) => recordOf(answer.json().data, 'dkim').value)
    expect(new Set(keys).size).toBe(1)
    const { rows } = await portal.owner.query('select private_key::text as sealed from mail_keys')
    for (const { sealed } of rows) expect(Buffer.from(sealed.slice(2), 'hex').toString('latin1')).not.toContain('PRIVATE')
    const { rows: audited } = await portal.owner.query(`select after::text from audit_log where type = 'email.key_made'`)
    expect(audited).toHaveLength(2)
    expect(JSON.stringify(audited)).not.toContain('PRIVATE')
  })

  test('does not exist for another domain, and is refused to other roles', async () => {
    expect((await admin.get(pathOf(portal.otherDomainId))).statusCode).toBe(404)
    expect((await admin.get(`${pathOf(portal.otherDomainId)}status/`)).statusCode).toBe(404)
    const center = await portal.as(await portal.seed((db) => createUser(db, 'harvest_center')))
    expect((await center.get(pathOf())).statusCode).toBe(403)
    expect((await portal.guest.get(pathOf())).statusCode).toBe(401)
  })
})

describe('Verify Status', () => {
  test('finds the records as they were copied, and remembers the result', async () => {
    publish(await read())
    const { success, data } = await verify()
    expect(success).toBe(true)
    expect(data.map(({ valid, problem }) => [valid, problem])).toEqual(Array(5).fill([true, '']))
    expect(await read()).toEqual(data)
    expect(data.every(({ checked_at }) => checked_at !== null)).toBe(true)
    const domain = await findDomainById(portal.owner, portal.domainId)
    expect(await portal.seed((db) => hasValidRecords(db, domain))).toBe(true)
    expect(await portal.seed((db) => hasValidRecords(db, { email_sender: 'a@other.example' }))).toBe(false)
  })

  test('says in words what is wrong', async () => {
    publish(await read())
    const dkim = recordOf(await read(), 'dkim').name
    dns.zones[DOMAIN] = { TXT: ['v=spf1 a:mail.portal.test ~all', 'v=spf1 mx -all'], MX: ['.'] }
    dns.zones[dkim] = { TXT: ['v=DKIM1; k=rsa; p=AAAA'] }
    dns.zones[`_dmarc.${DOMAIN}`] = {}
    dns.zones[`bounces.${DOMAIN}`] = { CNAME: 'elsewhere.example' }
    const { success, data } = await verify()
    expect(success).toBe(true)
    expect(data.map(({ purpose, valid, problem }) => [purpose, valid, problem])).toEqual([
      ['mx', false, 'The MX record says that the domain takes no mail.'],
      ['spf', false, 'There are two SPF records. Join them to one.'],
      ['dkim', false, 'The key differs from the key of the portal. Copy the value again.'],
      ['dmarc', false, 'There is no DMARC record.'],
      ['return_path', false, 'The record points to elsewhere.example, not to mail.portal.test.'],
    ])
    const domain = await findDomainById(portal.owner, portal.domainId)
    expect(await portal.seed((db) => hasValidRecords(db, domain))).toBe(false)
  })

  test('says that a mail server has no address, and that nothing is there', async () => {
    dns.zones[DOMAIN] = { MX: ['lost.example'] }
    expect(recordOf((await verify()).data, 'mx').problem).toBe('The MX record names lost.example, which has no IP address.')
    delete dns.zones[DOMAIN]
    const { data } = await verify()
    expect(data.map(({ problem }) => problem)).toEqual([
      'There is no MX record. Replies to your mails arrive nowhere.',
      'There is no SPF record.',
      'There is no DKIM record.',
      'There is no DMARC record.',
      'There is no CNAME record.',
    ])
  })

  test('accepts mail servers of the business, and a DMARC record of the domain above', async () => {
    await portal.owner.query('update domains set email_sender = $1 where id = $2', [`portal@mail.${DOMAIN}`, portal.domainId])
    dns.zones[`mail.${DOMAIN}`] = { MX: ['inbox.example'] }
    dns.zones['inbox.example'] = { A: ['192.0.2.1'] }
    dns.zones[`_dmarc.${DOMAIN}`] = { TXT: ['v=DMARC1; p=reject'] }
    const renamed = portal.clientFor('acme', await portal.tokenOf(adminId))
    await expect.poll(async () => (await renamed.get(pathOf())).json().data[0].name).toBe(`mail.${DOMAIN}`)
    const { data } = (await renamed.get(`${pathOf()}status/`)).json()
    expect(recordOf(data, 'mx').valid).toBe(true)
    expect(recordOf(data, 'dmarc')).toMatchObject({ name: `_dmarc.mail.${DOMAIN}`, valid: true })
    await portal.owner.query('update domains set email_sender = $1 where id = $2', [`portal@${DOMAIN}`, portal.domainId])
    await expect.poll(async () => (await read())[0]).toMatchObject({ name: DOMAIN, valid: null, checked_at: null })
  })

  test('calls a result unknown when the name server fails, and has no success', async () => {
    publish(await read())
    dns.failing.add(DOMAIN)
    dns.silent.add(`_dmarc.${DOMAIN}`)
    const { success, data } = await verify()
    expect(success).toBe(false)
    expect(recordOf(data, 'spf')).toMatchObject({ valid: null, problem: 'The name server reports a failure. Try again later.' })
    expect(recordOf(data, 'dmarc')).toMatchObject({
      valid: null,
      problem: 'The name server did not answer in time. Try again later.',
    })
    expect(recordOf(data, 'dkim').valid).toBe(true)
  })
})

describe('a sent mail', () => {
  test('has a signature and a return path that a receiver accepts', async () => {
    publish(await read())
    await verify()
    expect((await sendTestMail()).json()).toEqual({
      success: true,
      message: 'The mail server took the test mail to ada@mail.example.',
    })
    expect(await receivedResult()).toEqual({
      dkim: [[DOMAIN, 'pass']],
      dmarc: 'pass',
      sender: `bounces@bounces.${DOMAIN}`,
    })
  })

  test('is refused by a receiver when it was changed on its way', async () => {
    publish(await read())
    await verify()
    await sendTestMail()
    const last = smtp.received.at(-1) as { message: string }
    last.message = last.message.replaceAll('test mail', 'best mail')
    expect((await receivedResult()).dkim).not.toContainEqual([DOMAIN, 'pass'])
  })

  test('is reported to the sender itself as long as the return path is not right', async () => {
    publish((await read()).filter(({ purpose }) => purpose !== 'return_path'))
    await verify()
    await sendTestMail()
    expect(await receivedResult()).toMatchObject({ dkim: [[DOMAIN, 'pass']], sender: `portal@${DOMAIN}` })
  })
})

describe('POST /domain/email-settings/new-key/', () => {
  test('makes a key that signs from the time on when its record is found, and replaces one that was never found', async () => {
    publish(await read())
    await verify()
    const first = recordOf(await read(), 'dkim')
    const made = (await admin.post('/domain/email-settings/new-key/')).json()
    expect(made.message).toBe('The new key is made. Enter its record at your DNS provider.')
    const keysOf = (records: EmailRecord[]) => records.filter(({ purpose }) => purpose === 'dkim')
    expect(keysOf(made.data).map(({ valid }) => valid)).toEqual([null, true])
    const again = (await admin.post('/domain/email-settings/new-key/')).json()
    expect(keysOf(again.data).map(({ valid }) => valid)).toEqual([null, true])
    expect(keysOf(again.data)[0]?.value).not.toBe(keysOf(made.data)[0]?.value)
    expect(keysOf((await verify()).data).map(({ valid }) => valid)).toEqual([false, true])
    await sendTestMail()
    expect((await receivedResult()).dkim, 'the earlier key signs').toEqual([[DOMAIN, 'pass']])

    publish(keysOf(await read()).slice(0, 1))
    const [after, ...others] = keysOf((await verify()).data)
    expect([after?.valid, others]).toEqual([true, []])
    expect(after?.name).not.toBe(first.name)
    delete dns.zones[first.name]
    await sendTestMail()
    expect((await receivedResult()).dkim, 'the new key signs').toEqual([[DOMAIN, 'pass']])
  })
})
