/** Files and assets of tests. */
import type { LightMyRequestResponse } from 'fastify'
import { ZipFile } from 'yazl'
import { buildPdf, words } from '#api/platform/pdf/pdf.fixture.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'

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
