import { MAX_PDF_BYTES, TEMPLATE_CREATED } from '@vialdesk/contract/documents/templates'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pagesOf } from '#api/platform/pdf/pdf.fixture.ts'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { addTemplate, NEW_TEMPLATE, openEditor, plainPdf, sendForm, TEMPLATES_PATH, taggedPdf } from './templates.fixture.ts'

let portal: TestPortal
let ids: Record<'admin' | 'theirAdmin', number>
let asAdmin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ids = {
    admin: await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ada', last_name: 'Admin' })),
    theirAdmin: await portal.seedOther((db) => createUser(db, 'admin')),
  }
  asAdmin = await portal.as(ids.admin)
})

const listPath = (type: unknown, id = portal.domainId) => `${TEMPLATES_PATH}by-domain/${id}/type/${type}/`
const listed = async (type = 2) => (await asAdmin.get(listPath(type))).json().data
const rowOf = async (id: number, type = 2) => (await listed(type)).find((row: { id: number }) => row.id === id)
const add = (values = {}, pdf = plainPdf(), by: number | undefined = ids.admin) =>
  sendForm(portal, TEMPLATES_PATH, { ...NEW_TEMPLATE, ...values }, pdf, { by })
const change = (id: number, is_active: unknown, by = asAdmin) => by.patch(`${TEMPLATES_PATH}${id}/`, { is_active })
const auditOf = async (id: number) => {
  const text = `select type, actor_id, after from audit_log where domain_id = $1 and type like 'template.%' and subject_id = $2 order by id`
  return (await portal.owner.query(text, [portal.domainId, id])).rows
}
const setStatus = (id: number, status: string) =>
  portal.owner.query(`update templates set status = $2, version = 0 where id = $1`, [id, status])

describe('POST /domain/file-signs/', () => {
  test('adds a template that a job prepares', async () => {
    const answer = await add({ domain: String(portal.domainId), admin_name: 'Somebody', admin_email: 'x@mail.example' })
    expect(answer.statusCode).toBe(201)
    const created = answer.json()
    expect(created).toMatchObject({
      ...{ message: TEMPLATE_CREATED, title: 'Storage agreement', description: 'How vials are stored', type: 2 },
      ...{ group: 'storage', center: null, domain: portal.domainId, is_active: 1, status: 'Processing', version: 0 },
      ...{ admin_name: 'Ada Admin', document_message: 'Please sign.' },
    })
    await portal.runJobs()
    expect(await rowOf(created.id)).toMatchObject({ status: 'Completed', version: 1, missing_signatures: ['patient'] })
    expect(await auditOf(created.id)).toMatchObject([
      { type: 'template.added', actor_id: ids.admin },
      { type: 'template.changed', actor_id: null, after: { status: 'Completed' } },
    ])
  })

  test.each([
    ['patient', '2', '{{signature}}'],
    ['harvest center', '4', '{{signature}}'],
    ['referral harvest center', '5', '{{signature:center}}'],
  ])('makes the fields of text tags for the %s', async (_who, type, tag) => {
    const id = await addTemplate(portal, ids.admin, { type }, taggedPdf(tag))
    expect(await rowOf(id, Number(type))).toMatchObject({
      ...{ status: 'Completed', missing_signatures: [], group: type === '2' ? 'storage' : null },
    })
  })

  test('takes the chosen group and state', async () => {
    const answer = await add({ group: 'processing', is_active: 'false' })
    expect(answer.json()).toMatchObject({ group: 'processing', is_active: 0 })
  })

  test.each([
    ['a damaged PDF', async () => plainPdf().subarray(0, 300), expect.stringMatching(/damaged/)],
    ['an empty file', async () => Buffer.alloc(0), 'This file is empty.'],
    ['a file of another type', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'This file is not a PDF.'],
    ['more than 200 pages', async () => pagesOf(201), 'This PDF has more than 200 pages.'],
  ])('refuses %s, and says why', async (_what, bytes, reason) => {
    const before = await listed()
    const answer = await add({}, await bytes())
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { file: [reason] }])
    expect(await listed()).toEqual(before.map((row: object) => ({ ...row, file: expect.any(String) })))
  })

  test('refuses a file that is too large', async () => {
    expect((await add({}, Buffer.alloc(MAX_PDF_BYTES + 1))).statusCode).toBe(413)
  })

  test('refuses text tags for a patient in a document of centers', async () => {
    const answer = await add({ type: '4' }, taggedPdf('{{signature:patient}}'))
    expect(answer.json().errors.file).toEqual([expect.stringMatching(/only the center signs/)])
  })

  test.each([
    ['title', { title: ' ' }],
    ['description', { description: undefined }],
    ['document_message', { document_message: '' }],
    ['type', { type: '3' }],
    ['group', { group: 'others' }],
  ])('refuses a wrong %s', async (field, values) => {
    const answer = await add(values)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })

  test('refuses the id of another domain, other roles and guests', async () => {
    expect((await add({ domain: String(portal.otherDomainId) })).statusCode).toBe(404)
    const center = await portal.seed((db) => createCenter(db))
    expect((await add({}, plainPdf(), center)).statusCode).toBe(403)
    expect((await sendForm(portal, TEMPLATES_PATH, NEW_TEMPLATE, plainPdf())).statusCode).toBe(401)
  })

  test('adds and prepares several at once', async () => {
    const answers = await Promise.all([add({ title: 'One' }), add({ title: 'Two' }), add({ title: 'Three' })])
    await portal.runJobs()
    for (const answer of answers) expect(await rowOf(answer.json().id)).toMatchObject({ status: 'Completed', version: 1 })
  })
})

describe('GET /domain/file-signs/by-domain/{id}/type/{type}/', () => {
  test('returns the templates of the type, newest first', async () => {
    const [center, first] = await portal.seed(async (db) => [
      await createCenter(db, { company: 'Riverside' }),
      await createTemplate(db, { type: 5, title: 'First' }),
    ])
    const second = await portal.seed((db) => createTemplate(db, { type: 5, title: 'Second' }))
    const own = await portal.seed((db) => createTemplate(db, { center_id: center }))
    await portal.seedOther((db) => createTemplate(db, { type: 5 }))
    expect((await listed(5)).slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([second.id, first.id])
    expect(await rowOf(own.id)).toMatchObject({ center: { id: center, company: 'Riverside' } })
  })

  test('does not find another domain or another type', async () => {
    expect((await asAdmin.get(listPath(2, portal.otherDomainId))).statusCode).toBe(404)
    for (const type of [1, 3, 'x']) expect((await asAdmin.get(listPath(type))).statusCode).toBe(404)
  })

  test('refuses other roles', async () => {
    const patient = await portal.seed((db) => createPatient(db))
    expect((await (await portal.as(patient)).get(listPath(2))).statusCode).toBe(403)
    expect((await portal.guest.get(listPath(2))).statusCode).toBe(401)
  })
})

describe('the link to the PDF', () => {
  const open = (link: string, domain = 'acme') => portal.app.inject({ url: link, headers: { domain } })

  test('opens the upload at once, and later the prepared PDF, without a session', async () => {
    const pdf = taggedPdf()
    const { id, file } = (await add({}, pdf)).json()
    expect((await open(file)).rawPayload.equals(pdf)).toBe(true)
    await portal.runJobs()
    const answer = await open((await rowOf(id)).file)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.rawPayload.equals(pdf)).toBe(false)
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('opens for the session of an admin, and for nobody else', async () => {
    const { file } = (await add()).json()
    const bare = file.split('?')[0] as string
    const patient = await portal.seed((db) => createPatient(db))
    expect((await asAdmin.get(bare)).statusCode).toBe(200)
    expect((await (await portal.as(patient)).get(bare)).statusCode).toBe(404)
    expect((await open(bare)).statusCode).toBe(401)
    expect((await (await portal.asOther(ids.theirAdmin)).get(bare)).statusCode).toBe(404)
    expect((await open(file, 'globex')).statusCode).toBe(401)
    expect((await asAdmin.get('/media/templates/nothing.pdf')).statusCode).toBe(404)
  })

  test('ends when its admin becomes inactive', async () => {
    const { file } = (await add()).json()
    await portal.owner.query('update users set active = false where id = $1', [ids.admin])
    expect((await open(file)).statusCode).toBe(404)
  })
})

describe('PATCH /domain/file-signs/{id}/', () => {
  test('deactivates and activates a template, and audits each change once', async () => {
    const id = await addTemplate(portal, ids.admin)
    expect((await change(id, false)).json()).toMatchObject({ id, is_active: 0 })
    expect((await change(id, 0)).json()).toMatchObject({ is_active: 0 })
    expect((await change(id, 'true')).json()).toMatchObject({ is_active: 1 })
    const changes = (await auditOf(id)).filter(({ actor_id }) => actor_id === ids.admin).slice(1)
    expect(changes.map(({ after }) => after)).toEqual([{ is_active: false }, { is_active: true }])
  })

  test('activates a template that still misses a signature', async () => {
    const id = await addTemplate(portal, ids.admin, { is_active: 'false' }, plainPdf())
    expect((await change(id, true)).json()).toMatchObject({ is_active: 1, missing_signatures: ['patient'] })
  })

  test('refuses to activate a failed template, but deactivates it', async () => {
    const { id } = (await add({ is_active: 'true' })).json()
    await setStatus(id, 'Failed')
    const refused = await change(id, true)
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/^This template failed/)])
    expect((await change(id, false)).json()).toMatchObject({ is_active: 0, status: 'Failed' })
  })

  test('keeps one result of several changes at once', async () => {
    const id = await addTemplate(portal, ids.admin)
    const answers = await Promise.all([change(id, false), change(id, false), change(id, false)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await auditOf(id)).filter(({ after }) => after?.is_active === false)).toHaveLength(1)
  })

  test('refuses wrong values, other domains and other roles', async () => {
    const id = await addTemplate(portal, ids.admin)
    expect((await change(id, 'maybe')).statusCode).toBe(422)
    expect((await change(id, false, await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
    const lab = await portal.seed((db) => createUser(db, 'lab'))
    expect((await change(id, false, await portal.as(lab))).statusCode).toBe(403)
    expect(await rowOf(id)).toMatchObject({ is_active: 1 })
  })
})

describe('GET /domain/file-signs/{id}/generate-edit-link/', () => {
  const link = (id: number, by = asAdmin) => by.get(`${TEMPLATES_PATH}${id}/generate-edit-link/`)

  test('returns a link whose secret is in its fragment', async () => {
    const id = await addTemplate(portal, ids.admin)
    const { success, link: made } = (await link(id)).json()
    expect(success).toBe(true)
    expect(made.editUrl).toMatch(/^http:\/\/portal\.test\/template-editor#[\w-]{43}$/)
    const secret = await openEditor(portal, ids.admin, id)
    const { rows } = await portal.owner.query('select 1 from template_editor_sessions where token_hash = $1', [secret])
    expect(rows).toEqual([])
  })

  test('refuses a template that is not prepared', async () => {
    const { id } = (await add()).json()
    expect((await link(id)).json()).toMatchObject({ code: 'conflict', message: 'This template is not ready to be edited.' })
  })

  test('does not find templates of another domain', async () => {
    const id = await addTemplate(portal, ids.admin)
    expect((await link(id, await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
  })
})
