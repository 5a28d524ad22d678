/** Files and assets of tests. */
import { membershipIds, type WorkingRole, workingRoles } from '@vialdesk/contract/base/roles'
import type { LightMyRequestResponse } from 'fastify'
import { ZipFile } from 'yazl'
import { buildPdf, words } from '#api/platform/pdf/pdf.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

export const LIST = '/api/v1/assets/'
export const ofMembership = (role: WorkingRole) => `${LIST}subscription/${membershipIds[role]}/`

/** A portal with one user of each role, and an admin of another business. */
export async function openResources() {
  const portal = await startTestPortal()
  const users = {} as Record<WorkingRole, number>
  for (const role of workingRoles) users[role] = await portal.seed((db) => createUser(db, role))
  const adminToken = await portal.tokenOf(users.admin)
  const admin = portal.clientFor('acme', adminToken)
  const theirToken = await portal.tokenOf(await portal.seedOther((db) => createUser(db, 'admin')), true)
  const theirAdmin = portal.clientFor('globex', theirToken)
  return { portal, users, admin, adminToken, theirAdmin, theirToken }
}

export const viewsOf = async (admin: TestClient, id: number): Promise<number[]> =>
  (await admin.get(`${LIST}${id}/`)).json().assets.map(({ views }: { views: number }) => views)
export const openFile = (client: TestClient, id: number) => client.post(`${LIST}files/${id}/open/`)

const UPLOAD = '/api/v1/assets/process-file/'

export const guidePdf = () => buildPdf({ pages: [{ content: words('Guide', 72, 700) }] })

const office = 'application/vnd.openxmlformats-officedocument'
export const wordTypes = `<Types><Override ContentType="${office}.wordprocessingml.document.main+xml"/></Types>`

/** A zip archive with these entries. */
export async function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(entries)) archive.addBuffer(Buffer.from(content), name)
  archive.end()
  const parts: Buffer[] = []
  for await (const part of archive.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A Word file with more entries. */
export const wordFile = (entries: Record<string, string | Buffer> = {}) =>
  zipOf({ '[Content_Types].xml': wordTypes, 'word/document.xml': '<document/>', ...entries })

interface Sent {
  bytes: Buffer
  name: string
  /** The type that the browser declares. */
  type?: string
}

export async function sendFile(
  portal: TestPortal,
  token: string,
  { bytes, name, type = 'application/pdf' }: Sent,
  domain = 'acme',
): Promise<LightMyRequestResponse> {
  const form = multipartForm([['file', { bytes, name, type }]])
  const headers = { domain, 'content-type': form.type, authorization: `Token ${token}` }
  return portal.app.inject({ method: 'POST', url: UPLOAD, headers, payload: form.payload })
}

/** Uploads a PDF and returns its name. */
export const uploadPdf = async (portal: TestPortal, token: string, domain = 'acme'): Promise<string> =>
  (await sendFile(portal, token, { bytes: guidePdf(), name: 'guide.pdf' }, domain)).json().filename

export const assetForm = (values: Record<string, unknown> = {}) => ({
  asset_name: 'Welcome kit',
  description: 'How to begin.',
  membership_ids: [4],
  sections: [{ url: '/dashboard' }],
  assets: [{ type: 1, name: 'Our site', path: 'https://kit.example/start' }],
  ...values,
})

export const addAsset = async (admin: TestClient, values: Record<string, unknown> = {}) =>
  (await admin.post('/api/v1/assets/', assetForm(values))).json()
