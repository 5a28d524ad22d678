import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, logInClient, PASSWORD } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { addTemplate, openEditor, plainPdf, sendForm, taggedPdf } from '#api/features/templates/templates.fixture.ts'
import { signatureField } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const EDITOR = '/api/v1/template-editor/'
let portal: TestPortal
let admin: number
let template: number
let session: string
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  admin = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ada', last_name: 'Admin' }))
  template = await addTemplate(portal, admin, {}, plainPdf(2))
  session = await openEditor(portal, admin, template)
})

const call = (name: string, body: Record<string, unknown> = {}) => portal.guest.post(`${EDITOR}${name}/`, { session, ...body })
const save = (fields: SigningField[], based_on = 1) => call('save', { fields, based_on })
const replace = (pdf: Buffer, based_on: number) =>
  sendForm(portal, `${EDITOR}replace-pdf/`, { session, based_on: String(based_on) }, pdf)
const rowOf = async () =>
  (await portal.owner.query('select version, missing_signatures from templates where id = $1', [template])).rows[0]

describe('POST /api/v1/template-editor/open/', () => {
  test('returns the newest version and the list of versions', async () => {
    await save([signatureField()])
    const draft = (await call('open')).json()
    expect(draft).toMatchObject({
      ...{ id: template, title: 'Storage agreement', type: 2, version: 2, fields: [signatureField()] },
      pages: [
        { width: 612, height: 792 },
        { width: 612, height: 792 },
      ],
    })
    expect(draft.versions).toMatchObject([
      { version: 2, created_by: 'Ada Admin' },
      { version: 1, created_by: 'Ada Admin' },
    ])
    expect((await call('open', { version: 1 })).json()).toMatchObject({ version: 1, fields: [] })
    expect((await call('open', { version: 9 })).statusCode).toBe(404)
  })
})

describe('POST /api/v1/template-editor/pdf/', () => {
  test('streams the PDF of each version', async () => {
    await replace(plainPdf(1), 1)
    const [first, newest] = [await call('pdf', { version: 1 }), await call('pdf')]
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(newest.rawPayload.equals(first.rawPayload)).toBe(false)
  })
})

describe('POST /api/v1/template-editor/save/', () => {
  test('saves a new version and keeps the earlier one', async () => {
    const answer = await save([signatureField()])
    expect(answer.json()).toMatchObject({ version: 2, missing_signatures: [] })
    expect(await rowOf()).toEqual({ version: 2, missing_signatures: [] })
    const again = await save([signatureField(), signatureField('center', { type: 'text', id: 'name' })], 2)
    expect(again.json()).toMatchObject({ version: 3, missing_signatures: ['center'] })
    expect((await call('open', { version: 2 })).json().fields).toEqual([signatureField()])
    const text = `select actor_id, after ->> 'version' as version from audit_log where type = 'template.version_saved' and subject_id = $1 order by id`
    const { rows } = await portal.owner.query(text, [template])
    expect(rows).toEqual([
      { actor_id: admin, version: '2' },
      { actor_id: admin, version: '3' },
    ])
  })

  test('accepts one of several saves at once', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => save([signatureField('patient', { id: `field-${n}` })])))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await rowOf()).toMatchObject({ version: 2 })
  })

  test.each([
    ['a page that does not exist', signatureField('patient', { page: 3 }), 'fields.0.page'],
    ['a field outside the page', signatureField('patient', { x: 0.9 }), 'fields.0.x'],
    ['a dropdown without options', signatureField('patient', { type: 'dropdown' }), 'fields.0.options'],
    ['a prefilled field without a source', signatureField('patient', { type: 'prefill' }), 'fields.0.source'],
  ])('refuses %s', async (_what, field, name) => {
    const answer = await save([field])
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [name]])
    expect(await rowOf()).toMatchObject({ version: 1 })
  })

  test('refuses fields of a patient in a document of centers', async () => {
    template = await addTemplate(portal, admin, { type: '4' }, taggedPdf())
    session = await openEditor(portal, admin, template)
    expect((await save([signatureField('patient')])).json().errors).toEqual({
      'fields.0.role': ['Only the center signs this document.'],
    })
    expect((await save([signatureField('center')])).json()).toMatchObject({ missing_signatures: [] })
  })
})

describe('POST /api/v1/template-editor/replace-pdf/', () => {
  test('keeps the fields on pages that still exist', async () => {
    const kept = signatureField()
    await save([kept, signatureField('patient', { id: 'second', page: 2 })])
    const answer = await replace(plainPdf(1), 2)
    expect(answer.json()).toMatchObject({ version: 3, fields: [kept], removed_fields: 1, pages: [{ width: 612, height: 792 }] })
  })

  test('adds the text tags of the new PDF where no field is', async () => {
    const { fields } = (await replace(taggedPdf(), 1)).json()
    expect(fields).toMatchObject([{ type: 'signature', role: 'patient' }])
    const again = (await replace(taggedPdf(), 2)).json()
    expect(again).toMatchObject({ version: 3, fields, removed_fields: 0 })
  })

  test('refuses a PDF that cannot be signed, and a version that is not the newest', async () => {
    const refused = await replace(plainPdf().subarray(0, 300), 1)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['file']])
    await save([signatureField()])
    const late = await replace(plainPdf(), 1)
    expect([late.statusCode, late.json().message]).toEqual([409, expect.stringMatching(/^Someone else has saved this template/)])
    expect(await rowOf()).toMatchObject({ version: 2 })
  })
})

describe('POST /api/v1/template-editor/test-send/', () => {
  test('mails a document to the admin that is in no list', async () => {
    await save([signatureField()])
    const answer = await call('test-send')
    const { rows: users } = await portal.owner.query('select email from users where id = $1', [admin])
    expect(answer.json()).toEqual({ message: `A test was sent to ${users[0].email}.`, email: users[0].email })
    await portal.runJobs()
    await portal.runJobs()
    const text = 'select party, status, step, template_version from documents where template_id = $1'
    const { rows } = await portal.owner.query(text, [template])
    expect(rows).toEqual([{ party: 'test', status: 'Pending', step: 'waiting', template_version: 2 }])
    const mails = await portal.owner.query('select text from mail_outbox where recipient = $1', [users[0].email])
    expect(mails.rows).toHaveLength(1)
    expect(mails.rows[0].text).toMatch(/http:\/\/portal\.test\/sign-your-document\?documentId=[0-9a-f]{40}#\[secret\]/)
  })

  test('refuses a template that misses a signature', async () => {
    expect((await call('test-send')).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/signature field/),
    })
  })
})

describe.each(['open', 'pdf', 'save', 'test-send', 'replace-pdf'])('the session of %s', (name) => {
  const body = { fields: [], based_on: 1 }
  const attempt = async (secret: string) =>
    name === 'replace-pdf'
      ? sendForm(portal, `${EDITOR}${name}/`, { session: secret, based_on: '1' }, plainPdf())
      : call(name, { ...body, session: secret })
  const expectRefused = async (secret = session) => {
    const answer = await attempt(secret)
    expect([answer.statusCode, answer.json().message]).toEqual([410, 'This editor has expired. Close it and open it again.'])
  }

  test('is refused without its secret, and when it has expired', async () => {
    await expectRefused('x'.repeat(43))
    await expectRefused('')
    await portal.owner.query('update template_editor_sessions set expires_at = now()')
    await expectRefused()
  })

  test('ends when the admin becomes inactive or gets another membership', async () => {
    await portal.owner.query('update users set active = false where id = $1', [admin])
    await expectRefused()
    await portal.owner.query('update users set active = true, memberships = array[8] where id = $1', [admin])
    await expectRefused()
  })

  test('opens nothing in another domain', async () => {
    const { statusCode } = await portal.clientFor('globex').post(`${EDITOR}${name}/`, { ...body, session })
    expect([410, 415]).toContain(statusCode)
  })
})

describe('an open editor', () => {
  /** Opens an editor in a session of its own. */
  async function openInNewSession() {
    const account = await createAccount(portal, 'admin')
    const client = await logInClient(portal, account.email)
    const { link } = (await client.get(`/domain/file-signs/${template}/generate-edit-link/`)).json()
    session = new URL(link.editUrl).hash.slice(1)
    expect((await call('open')).statusCode).toBe(200)
    return { client, account }
  }

  test('ends with the log-out, also while the admin is logged in elsewhere', async () => {
    const { client, account } = await openInNewSession()
    const other = await logInClient(portal, account.email)
    await client.post('/auth/logout/')
    expect((await call('open')).statusCode).toBe(410)
    expect((await other.get('/auth/session/')).statusCode).toBe(200)
  })

  test('ends when the password is changed, and when the session is idle for too long', async () => {
    const { account } = await openInNewSession()
    const other = await logInClient(portal, account.email)
    const passwords = { user_id: account.id, password_current: PASSWORD, password_new: 'another long password' }
    const changed = await other.post(`/api/v1/users/update-password/${account.id}/`, {
      ...{ ...passwords, password_confirmation: passwords.password_new },
    })
    expect(changed.statusCode).toBe(200)
    expect((await call('open')).statusCode).toBe(410)
    await openInNewSession()
    await portal.owner.query(`update sessions set last_seen_at = now() - interval '1 day'`)
    expect((await call('open')).statusCode).toBe(410)
  })
})

test('expired sessions are deleted at night', async () => {
  const { sweepEditorSessions } = await import('#api/features/templates/templates.jobs.ts')
  await portal.owner.query(`update template_editor_sessions set expires_at = now() - interval '2 days'`)
  const fresh = await openEditor(portal, admin, template)
  expect(await sweepEditorSessions.run(portal.owner)).toBeGreaterThan(0)
  session = fresh
  expect((await call('open')).statusCode).toBe(200)
})
