/** A brand that an admin saves appears in everything that the portal makes for the business from then on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedFile, signDocument } from '#api/features/signing/signing.fixture.ts'
import { colorsOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { png, sendForm } from './branding.fixture.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  const token = await portal.tokenOf(await portal.seed((db) => createUser(db, 'admin')))
  admin = portal.clientFor('acme', token)
  const brand = {
    ...{ name: 'Violet Cell Bank', primary_color: '#7c3a7c', address: '1 Main Street\nBoston', phone: '+1 555 0100' },
    logo: { bytes: await png(400, 100, '#aa00aa') },
  }
  expect((await sendForm(portal, token, brand)).statusCode).toBe(200)
})
afterAll(() => portal.close())

test('in mails', async () => {
  const email = 'somebody@mail.example'
  await portal.seed((db) => createUser(db, 'sales_rep', { email }))
  await portal.guest.post('/api/v1/users/reset-password/', { email })
  await portal.runJobs()
  const { rows } = await portal.owner.query('select html from mail_outbox where recipient = $1', [email])
  const { logo } = (await portal.guest.get('/domain/config/acme/')).json()
  expect(rows[0].html).toContain(`<img src="http://portal.test${logo}" alt="Violet Cell Bank"`)
  for (const part of ['background:#7c3a7c', '1 Main Street<br>Boston<br>+1 555 0100']) expect(rows[0].html).toContain(part)
})

test('on label sheets', async () => {
  const patient = await portal.seed((db) => createPatient(db))
  await portal.seed((db) => createAddedVials(db, patient, 1))
  const { rows } = await portal.owner.query('select id from vials where user_id = $1', [patient])
  const sheet = await admin.get(`/api/v1/vials/labels/?ids=${rows[0].id}`)
  const [page] = await picturesOf(sheet.rawPayload, 72)
  expect(page?.text).toContain('Violet Cell Bank')
})

test('on the certificate of a signed document, with its logo, colour and contact', async () => {
  const { document } = await signDocument(portal)
  await portal.runJobs()
  const certificate = (await picturesOf(await sealedFile(portal, document), 72)).at(-1) as Picture
  expect(certificate.text.replaceAll(/\s+/g, ' ')).toContain('Violet Cell Bank, 1 Main Street, Boston, +1 555 0100')
  // Colours that read the same in both orders of the bytes.
  const colors = colorsOf(certificate)
  expect([colors.has('aa00aa'), colors.has('7c3a7c')]).toEqual([true, true])
})
