/** The log of mails: every mail of every job, queued, sent or refused, and sent again. */
import type { MailRow } from '@vialdesk/contract/business/email'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#api/features/notices/notify.commands.ts'
import { type Mail, MailRefused, MailUnavailable } from '#api/platform/ports/mail.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { sweepMails } from './sweep-mails.commands.ts'

interface Sent {
  to: string
  subject: string
  id: string
  text: string
}

/** The mail server of the test. It refuses or postpones on request. */
const sent: Sent[] = []
let answer: (mail: Mail) => Error | undefined = () => undefined
const mail = {
  async send(given: Mail, id: string) {
    const error = answer(given)
    if (error) throw error
    sent.push({ to: given.to, subject: given.subject, id, text: given.text })
  },
}

let portal: TestPortal
let admin: TestClient
let adminId: number
beforeAll(async () => {
  portal = await startTestPortal({ mail })
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())
beforeEach(() => {
  sent.length = 0
  answer = () => undefined
})

const mailsOf = async (userId: number): Promise<MailRow[]> => (await admin.get(`/api/v1/mails/?user_id=${userId}`)).json().results
const resend = (id: number) => admin.post(`/api/v1/mails/${id}/resend/`)
/** Makes jobs that wait for their next try due. */
const makeDue = () => portal.owner.query('update graphile_worker._private_jobs set run_at = now()')

/** A user whose password link is queued. */
async function invited(email?: string) {
  const id = await portal.seed((db) =>
    createUser(db, 'sales_rep', { first_name: 'Ada', last_name: 'Byron', ...(email && { email }) }),
  )
  await portal.seed((db) => db.enqueue('sessions.send_password_link', { user_id: id, reason: 'reset' }))
  return id
}

describe('the log', () => {
  test('shows a mail from the time when it is queued until it is sent, without its text', async () => {
    const id = await invited()
    expect(await mailsOf(id)).toMatchObject([
      { user: { id, name: 'Ada Byron' }, to: '', subject: '', status: 'queued', done_at: null, can: { resend: false } },
    ])
    await portal.runJobs()
    const [row] = await mailsOf(id)
    const done = { subject: 'Set a new password', status: 'sent', reason: '', can: { resend: true } }
    expect(row).toMatchObject({ to: sent[0]?.to, ...done })
    expect(row?.done_at).not.toBeNull()
    const { rows } = await portal.owner.query('select * from mails where user_id = $1', [id])
    expect(JSON.stringify(rows)).not.toMatch(/set-password|token|expires/)
  })

  test('says what the mail server said when it refuses a mail, and the job is not repeated', async () => {
    const cause = { responseCode: 550, response: '550 5.1.1 No such\r\nuser' }
    answer = () => new MailRefused('refused', { cause })
    const id = await invited()
    await portal.runJobs()
    expect(await mailsOf(id)).toMatchObject([
      { status: 'refused', reason: 'The mail server refused the mail. It answered: 550 5.1.1 No such user' },
    ])
    const { rows } = await portal.owner.query('select count(*)::int as n from graphile_worker._private_jobs')
    expect(rows[0].n).toBe(0)
  })

  test('keeps a mail queued while the mail server is down, and gives up after the last try', async () => {
    answer = () => new MailUnavailable('down')
    const id = await invited()
    await portal.runJobs()
    const waiting = { status: 'queued', reason: 'The mail server did not accept the mail yet. The portal tries again.' }
    expect(await mailsOf(id)).toMatchObject([waiting])
    await portal.owner.query('update graphile_worker._private_jobs set attempts = max_attempts - 1')
    await makeDue()
    await portal.runJobs()
    expect(await mailsOf(id)).toMatchObject([{ status: 'refused', reason: 'The mail server did not accept the mail.' }])
    await portal.owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))')
  })

  test('has one row for a mail that is sent at the second try', async () => {
    let tries = 0
    answer = () => (++tries === 1 ? new MailUnavailable('down') : undefined)
    const id = await invited()
    await portal.runJobs()
    await makeDue()
    await portal.runJobs()
    expect(await mailsOf(id)).toMatchObject([{ status: 'sent', reason: '' }])
  })

  test('forgets a queued mail that is not needed any more', async () => {
    const id = await invited()
    await portal.owner.query('update users set active = false where id = $1', [id])
    await portal.runJobs()
    expect([await mailsOf(id), sent]).toEqual([[], []])
  })

  test('names the user of a notice whose mail is queued', async () => {
    const id = await portal.seed((db) => createUser(db, 'sales_rep'))
    await portal.seed((db) => notify(db, id, { kind: 'account', title: 'News', text: 'Your text.', path: '/messages' }))
    expect(await mailsOf(id)).toMatchObject([{ status: 'queued', subject: '' }])
    await portal.runJobs()
    expect(await mailsOf(id)).toMatchObject([{ status: 'sent', subject: 'News' }])
  })

  test('shows a job once that was queued twice under one key, and nothing of other jobs', async () => {
    const id = await portal.seed((db) => createUser(db, 'sales_rep'))
    await portal.seed(async (db) => {
      await db.enqueue('onboarding.send_welcome', { user_id: id }, { key: `welcome:${id}` })
      await db.enqueue('onboarding.send_welcome', { user_id: id }, { key: `welcome:${id}` })
      await db.enqueue('documents.revoke', { document_id: 1, user_id: id })
    })
    expect(await mailsOf(id)).toHaveLength(1)
    await portal.owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))')
  })

  test('can be searched by the whole email of the recipient, and filtered', async () => {
    const id = await invited('Grace@search.example')
    await portal.runJobs()
    const found = async (query: string) =>
      (await admin.get(`/api/v1/mails/?${query}`)).json().results.map(({ to }: MailRow) => to)
    for (const query of ['to=grace@SEARCH.example', 'to=grace@search.example&status=sent', `user_id=${id}&status=sent`])
      expect(await found(query)).toEqual(['Grace@search.example'])
    for (const query of ['to=grace@search', 'to=grace@search.example&status=refused', `user_id=${id}&status=queued`])
      expect(await found(query)).toEqual([])
    expect((await admin.get('/api/v1/mails/?status=lost')).statusCode).toBe(422)
  })

  test('is audited where it shows a patient', async () => {
    const patient = await portal.seed((db) => createPatient(db))
    await portal.seed((db) => db.enqueue('sessions.send_password_link', { user_id: patient, reason: 'welcome' }))
    await mailsOf(patient)
    const { rows } = await portal.owner.query(
      `select 1 from audit_log where type like 'patient%' and actor_id = $1 and patient_id = $2`,
      [adminId, patient],
    )
    expect(rows.length).toBeGreaterThan(0)
    await portal.runJobs()
  })

  test('does not show mails of another domain, nor to other roles', async () => {
    const id = await invited()
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await other.get('/api/v1/mails/')).json().results).toEqual([])
    const [row] = await mailsOf(id)
    expect((await other.post(`/api/v1/mails/${row?.id}/resend/`)).statusCode).toBe(404)
    expect((await (await portal.as(id)).get('/api/v1/mails/')).statusCode).toBe(403)
    await portal.runJobs()
  })

  test('is kept for 180 days', async () => {
    const id = await invited()
    await portal.runJobs()
    await portal.owner.query(`update mails set queued_at = now() - interval '179 days' where user_id = $1`, [id])
    await sweepMails.run(portal.owner)
    expect(await mailsOf(id)).toHaveLength(1)
    await portal.owner.query(`update mails set queued_at = now() - interval '181 days' where user_id = $1`, [id])
    await sweepMails.run(portal.owner)
    expect(await mailsOf(id)).toEqual([])
  })

  test('ends a mail in the night whose process was killed in the last try', async () => {
    answer = () => new MailUnavailable('down')
    const id = await invited()
    const later = await invited()
    await portal.runJobs()
    // A killed process leaves the row as the try began; the heartbeat frees the job.
    const lastTry = `update graphile_worker._private_jobs set attempts = max_attempts where payload->'data'->>'user_id' = $1`
    await portal.owner.query(lastTry, [String(id)])
    await sweepMails.run(portal.owner)
    const reason = 'The portal stopped while it was sending this mail. It may have arrived.'
    expect(await mailsOf(id)).toMatchObject([{ status: 'refused', reason, can: { resend: true } }])
    expect(await mailsOf(later), 'it has tries left').toMatchObject([{ status: 'queued' }])
    await portal.owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))')
    await sweepMails.run(portal.owner)
    expect(await mailsOf(later), 'its job is gone').toMatchObject([{ status: 'refused', reason }])
  })

  test('does not end a mail of a running last try', async () => {
    answer = () => new MailUnavailable('down')
    const id = await invited()
    await portal.runJobs()
    await portal.owner.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'living'`,
    )
    await sweepMails.run(portal.owner)
    expect(await mailsOf(id)).toMatchObject([{ status: 'queued' }])
    await portal.owner.query(`select graphile_worker.force_unlock_workers(array['living'])`)
    await portal.owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))')
  })
})

describe('Resend', () => {
  test('writes a refused mail again and sends it to the present address, with a new id', async () => {
    answer = () => new MailRefused('refused')
    const id = await invited('wrong@resend.example')
    await portal.runJobs()
    answer = () => undefined
    await portal.owner.query(`update users set email = 'right@resend.example' where id = $1`, [id])
    const [refused] = await mailsOf(id)
    expect((await resend(refused?.id as number)).json()).toEqual({ message: 'The mail is sent again.' })
    expect((await mailsOf(id))[0], 'it waits').toMatchObject({ to: 'wrong@resend.example', status: 'queued' })
    await portal.runJobs()
    expect(sent).toMatchObject([{ to: 'right@resend.example', id: expect.stringMatching(/^password-link-\d+-again-\d+$/) }])
    expect(await mailsOf(id)).toMatchObject([
      { to: 'right@resend.example', status: 'sent' },
      { to: 'wrong@resend.example', status: 'refused' },
    ])
    const { rows } = await portal.owner.query(
      `select subject_id, after from audit_log where type = 'email.resent' order by id desc`,
    )
    expect(rows[0]).toEqual({ subject_id: id, after: { mail: refused?.id } })
  })

  test('is refused while the mail still waits, for a test mail, and for a mail that does not exist', async () => {
    const id = await invited()
    const [row] = await mailsOf(id)
    expect((await resend(row?.id as number)).statusCode).toBe(409)
    await portal.runJobs()
    await admin.post('/domain/email-settings/test-mail/', { to: 'test@resend.example' })
    const [test] = (await admin.get('/api/v1/mails/?to=test@resend.example')).json().results
    expect(test).toMatchObject({ status: 'sent', can: { resend: false } })
    expect((await resend(test.id)).statusCode).toBe(409)
    expect((await resend(999_999)).statusCode).toBe(404)
  })

  test('says so when the portal has no reason any more to send the mail', async () => {
    const id = await invited()
    await portal.runJobs()
    await portal.owner.query('update users set active = false where id = $1', [id])
    const [row] = await mailsOf(id)
    await resend(row?.id as number)
    await portal.runJobs()
    expect((await mailsOf(id))[0]).toMatchObject({
      status: 'refused',
      reason: 'The portal has no reason any more to send this mail.',
    })
  })
})

describe('a test mail', () => {
  const send = (to: unknown) => admin.post('/domain/email-settings/test-mail/', { to })

  test('is sent at once, with the brand of the domain, and is audited', async () => {
    expect((await send('ada@test.example')).json()).toMatchObject({ success: true })
    expect(sent).toMatchObject([{ to: 'ada@test.example', subject: 'Test mail of Acme Cells' }])
    const { rows } = await portal.owner.query(
      `select after from audit_log where type = 'email.test_sent' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ after: { to: 'ada@test.example' } }])
  })

  test('says what the mail server said', async () => {
    answer = () => new MailUnavailable('down', { cause: { response: '451 Try later' } })
    expect((await send('ada@test.example')).json()).toEqual({
      success: false,
      message: 'The mail server did not accept the mail. It answered: 451 Try later',
    })
    answer = () => new MailRefused('The sender is not one address.')
    expect((await send('ada@test.example')).json()).toEqual({ success: false, message: 'The sender is not one address.' })
  })

  test('needs one email', async () => {
    for (const to of ['', 'nobody', 'a@b.example, c@d.example']) expect((await send(to)).statusCode).toBe(422)
    expect(sent).toEqual([])
  })
})
