/** BoldSign for the contract suite: a fake server that creates everything some calls later. Templates for its own tests. */
import { PDF } from '@libpdf/core'
import type { TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import type { NewProviderTemplate } from '#api/platform/ports/signing.ts'
import { signatureField } from '#api/testing/document-factories.ts'
import { boldsignSigning } from './boldsign.ts'
import { API_KEY, fakeBoldsign, OTHER_API_KEY } from './boldsign-server.fixture.ts'
import type { TestProvider } from './test-providers.fixture.ts'

/** The portal's own rows mean nothing to BoldSign. */
const nothing = async () => {}

export async function boldsignProvider({ ownId, otherId }: TestDomains): Promise<TestProvider> {
  const server = await fakeBoldsign()
  server.delay = 2
  return {
    provider: boldsignSigning({ url: server.url, pause: nothing }),
    account: { domainId: ownId, settings: { api_key: API_KEY } },
    otherAccount: { domainId: otherId, settings: { api_key: OTHER_API_KEY } },
    worksInBackground: true,
    unreachable: boldsignSigning({ url: 'http://127.0.0.1:1', pause: nothing }),
    addTemplate: nothing,
    addDocument: nothing,
    markRevoked: nothing,
    sign: async (documentRef, role) => server.sign(documentRef, server.emailOf(documentRef, role)),
    decline: async (documentRef, role, reason) => server.decline(documentRef, server.emailOf(documentRef, role), reason),
    close: () => server.close(),
  }
}

const pdf = await (async () => {
  const made = PDF.create()
  made.addPage({ width: 612, height: 792 })
  return Buffer.from(await made.save())
})()

export const aTemplate = (more: Partial<NewProviderTemplate> = {}): NewProviderTemplate => ({
  ...{ templateId: newPublicId(), title: 'Storage', description: 'Storage of cells', message: 'Please sign.', type: 2, pdf },
  fields: [signatureField('patient')],
  ...more,
})
