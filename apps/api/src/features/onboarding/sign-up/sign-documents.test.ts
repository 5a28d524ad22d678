/** Documents that a center signs to sign up. The test writes the signed documents itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { createDocument, createTemplate as insertTemplate } from '#api/testing/document-factories.ts'
import { createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { centerInput, openLink, PASSWORD, referralCenterInput, verificationToken, verifyEmail } from './sign-up.fixture.ts'

let portal: TestPortal
let admin: TestClient
let rep: number

beforeAll(async () => {
  portal = await startTestPortal()
  rep = await portal.seed((db) => createUser(db, 'sales_rep'))
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

interface Template {
  type: number
  title: string
  is_active?: boolean
}

const createTemplate = (values: Template, domainId = portal.domainId) =>
  inDomain(
    portal.owner,
    domainId,
    async (db) => (await insertTemplate(db, { ...values, type: values.type as 4 | 5 })).template_id,
  )
/** Signed by the person of `personInput`. */
const createSignedDocument = (template: string, email: string, name = 'Ida Berg') =>
  portal.seed(async (db) => {
    const templates = db.selectFrom('templates').select('id').where('domain_id', '=', db.domainId)
    const { id } = await templates.where('template_id', '=', template).executeTakeFirstOrThrow()
    const signed = { party: 'center', kind: 'registration', status: 'Completed', template_id: id } as const
    const signer = { patient_name: name, patient_email: email }
    return { doc_id: (await createDocument(db, { ...signed, ...signer })).document_id, title: 'Signed' }
  })

/** Each test creates its own templates. */
beforeEach(async () => {
  await portal.owner.query('update templates set is_active = false')
})

const path = (type: unknown, id = portal.domainId) => `/domain/file-signs/by-domain/${id}/registration/${type}/`

describe('GET /domain/file-signs/by-domain/{id}/registration/{type}/', () => {
  test('returns only id and title of the active templates of the type to guests', async () => {
    const agreement = await createTemplate({ type: 4, title: 'Center Agreement' })
    const terms = await createTemplate({ type: 4, title: 'Terms' })
    await createTemplate({ type: 4, title: 'Old', is_active: false })
    await createTemplate({ type: 5, title: 'For referral centers' })
    await createTemplate({ type: 4, title: 'Theirs' }, portal.otherDomainId)
    const answer = await portal.guest.get(path(4))
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        data: [
          { template_id: agreement, title: 'Center Agreement' },
          { template_id: terms, title: 'Terms' },
        ],
      },
    ])
  })

  test('returns an empty list without templates', async () => {
    expect((await portal.guest.get(path(5))).json()).toEqual({ data: [] })
  })

  test('does not find another domain or other types', async () => {
    expect((await portal.guest.get(path(4, portal.otherDomainId))).statusCode).toBe(404)
    for (const type of [2, 7, 'x']) expect((await portal.guest.get(path(type))).statusCode).toBe(404)
  })
})

describe.each([
  { type: 4, signUpPath: '/api/v1/harvest-centers/', input: centerInput },
  { type: 5, signUpPath: '/api/v1/users/', input: referralCenterInput },
])('sign-up of membership $type with templates', ({ type, signUpPath, input }) => {
  let email: string
  beforeEach(() => {
    email = `ida-${nextNumber()}@mail.example`
  })
  const signUp = (documents: { doc_id: string; title: string }[], more: object = {}) =>
    portal.guest.post(signUpPath, input(rep, { password: PASSWORD, documents, email, ...more }))
  const expectRefused = async (documents: { doc_id: string; title: string }[]) => {
    const answer = await signUp(documents)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { documents: ['Sign every document before you submit.'] }])
  }

  test('needs a signed document for every template, and uses each document once', async () => {
    const documents = [
      await createSignedDocument(await createTemplate({ type, title: 'One' }), email),
      await createSignedDocument(await createTemplate({ type, title: 'Two' }), email),
    ]
    await expectRefused([])
    await expectRefused(documents.slice(0, 1))
    const id = await verifyEmail(portal, (await signUp(documents)).json().email)
    const signed = documents.map(({ doc_id }) => doc_id)
    const { rows } = await portal.owner.query(
      `select d.harvest_center_id, r.user_id
       from documents d
       join document_recipients r on r.domain_id = d.domain_id and r.document_id = d.id
       where d.document_id = any($1)`,
      [signed],
    )
    expect(rows).toEqual(signed.map(() => ({ harvest_center_id: id, user_id: id })))
    const account = await portal.owner.query('select document_id from users where id = $1', [id])
    expect(account.rows).toEqual([{ document_id: signed[0] }])
    email = `another-${email}`
    await expectRefused(documents)
  })

  test.each([
    ['capitals and spaces', { first_name: ' IDA ', last_name: 'van  der BERG' }, (own: string) => own.toUpperCase()],
    ['another form of a letter', { first_name: 'Ida', last_name: 'van der Berg' }, (own: string) => own],
  ])('takes the same name and email with %s', async (_, name, emailOf) => {
    const template = await createTemplate({ type, title: 'One' })
    const documents = [await createSignedDocument(template, email, 'Ida  van der\u00a0Berg ')]
    expect((await signUp(documents, { ...name, email: emailOf(email) })).statusCode).toBe(201)
  })

  test.each([
    ['name', () => ({ first_name: 'Victor' })],
    ['email', () => ({ email: `other-${nextNumber()}@mail.example` })],
  ])('is refused with a document that was signed with another %s, and names the document', async (_, more) => {
    const one = await createSignedDocument(await createTemplate({ type, title: 'One' }), email)
    const two = await createSignedDocument(await createTemplate({ type, title: 'Two' }), email)
    const sentence = 'Sign “Agreement” again. It was signed with another name or email than the ones of this form.'
    const answer = await signUp([one, two], more())
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { 'documents.0': [sentence], 'documents.1': [sentence] }])
    const named = await signUp([one], { ...more(), document_id: two.doc_id })
    expect(named.json().errors).toEqual({ 'documents.0': [sentence], document_id: [sentence] })
    expect((await signUp([one], { document_id: two.doc_id })).statusCode).toBe(201)
  })

  test('says that a document must be signed again if it belongs to an account when the email is verified', async () => {
    const document = await createSignedDocument(await createTemplate({ type, title: 'One' }), email)
    expect((await signUp([document])).statusCode).toBe(201)
    const token = await verificationToken(portal, email)
    await portal.owner.query('update documents set harvest_center_id = $2 where document_id = $1', [document.doc_id, rep])
    const answer = await openLink(portal, token)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Sign every document before you submit.'])
  })

  test('refuses an invented document and documents of other templates', async () => {
    await createTemplate({ type, title: 'One' })
    const others = [
      await createTemplate({ type: type === 4 ? 5 : 4, title: 'Other kind' }),
      await createTemplate({ type: 2, title: 'Patients' }),
    ]
    await expectRefused([{ doc_id: 'made-up', title: 'One' }])
    await expectRefused(await Promise.all(others.map((template) => createSignedDocument(template, email))))
  })

  test('leaves no account and no notice after a refusal', async () => {
    const countNotices = async () => (await portal.owner.query('select from notices')).rowCount
    const before = await countNotices()
    await createTemplate({ type, title: 'One' })
    const body = input(rep, { password: PASSWORD })
    await portal.guest.post(signUpPath, body)
    const found = await portal.owner.query('select from users where email = $1', [body.email])
    expect([found.rowCount, await countNotices()]).toEqual([0, before])
  })

  test('ignores inactive templates and templates of other domains', async () => {
    await createTemplate({ type, title: 'Old', is_active: false })
    await createTemplate({ type, title: 'Theirs' }, portal.otherDomainId)
    expect((await signUp([])).statusCode).toBe(201)
  })

  test('needs no documents from an admin', async () => {
    await createTemplate({ type, title: 'One' })
    expect((await admin.post(signUpPath, input(rep))).statusCode).toBe(201)
  })
})
