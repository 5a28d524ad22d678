/** Uploads and editors for tests. */
import type { SigningProviderName } from '@vialdesk/contract/documents/signing'
import type { LightMyRequestResponse } from 'fastify'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import { buildPdf, words } from '#api/platform/pdf/pdf.fixture.ts'
import type { SignatureProvider } from '#api/platform/ports/signing.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

export const TEMPLATES_PATH = '/domain/file-signs/'

const page = (text: string) => ({ content: words(text, 72, 200) })
export const plainPdf = (pages = 1) => buildPdf({ pages: Array.from({ length: pages }, () => page('Agreement')) })
export const taggedPdf = (tag = '{{signature}}') => buildPdf({ pages: [page(tag)] })

/** A form with a file, as a browser sends it. Undefined values are left out. */
export async function sendForm(
  portal: TestPortal,
  url: string,
  values: Record<string, string | undefined>,
  bytes: Buffer,
  { by, inOtherDomain = false }: { by?: number | undefined; inOtherDomain?: boolean } = {},
): Promise<LightMyRequestResponse> {
  const fields = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const { payload, type } = multipartForm([...fields, ['file', { bytes, name: 'a.pdf', type: 'application/pdf' }]])
  const token = by === undefined ? undefined : await portal.tokenOf(by, inOtherDomain)
  const headers = {
    domain: inOtherDomain ? 'globex' : 'acme',
    ...(token && { authorization: `Token ${token}` }),
    'content-type': type,
  }
  return portal.app.inject({ method: 'POST', url, headers, payload })
}

export const NEW_TEMPLATE = {
  ...{ title: 'Storage agreement', description: 'How vials are stored', document_message: 'Please sign.', type: '2' },
}

/** Adds a template and prepares it. Returns its id. */
export async function addTemplate(portal: TestPortal, admin: number, values = {}, pdf = taggedPdf()): Promise<number> {
  const { id } = (await sendForm(portal, TEMPLATES_PATH, { ...NEW_TEMPLATE, ...values }, pdf, { by: admin })).json()
  await portal.runJobs()
  return id
}

/** Opens the editor of a template and returns the secret of its link. */
export async function openEditor(portal: TestPortal, admin: number, template: number): Promise<string> {
  const answer = await (await portal.as(admin)).get(`${TEMPLATES_PATH}${template}/generate-edit-link/`)
  const secret = new URL(answer.json().link.editUrl).hash.slice(1)
  return secret
}

/** An external provider whose methods a test replaces. Without an answer of the test, a method fails. */
export function externalProvider(methods: Partial<SignatureProvider>): SignatureProvider {
  const unexpected = async (): Promise<never> => {
    throw new Error('The test did not expect this request')
  }
  return {
    name: 'boldsign',
    ...{ createTemplate: unexpected, lookUpTemplate: unexpected, editorLink: unexpected, send: unexpected },
    ...{ signingLink: unexpected, lookUp: unexpected, downloadSigned: unexpected, revoke: unexpected },
    ...{ testConnection: unexpected },
    ...methods,
  } as SignatureProvider
}

/** Makes the first domain sign with a provider. */
export const chooseProvider = (portal: TestPortal, provider: SigningProviderName) =>
  portal.seed((db) => {
    const cipher = columnCipher('signing_settings', portal.ports.secretKey)
    const api_key = cipher.encrypt('key of the tests', db.domainId, 'api_key')
    return db
      .insertInto('signing_settings')
      .values({ domain_id: db.domainId, provider, api_key })
      .onConflict((conflict) => conflict.column('domain_id').doUpdateSet({ provider }))
      .execute()
  })
