/** The contract suite that every signature provider passes. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { inDomain } from '#api/db/transaction.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import {
  type NewProviderDocument,
  type NewProviderTemplate,
  type SignatureProvider,
  SigningRefused,
  SigningUnavailable,
  type TemplateState,
} from '#api/platform/ports/signing.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createUser } from '#api/testing/factories.ts'
import { boldsignProvider } from './test-boldsign.fixture.ts'
import {
  centerSigner,
  embeddedProvider,
  newDocument,
  newTemplate,
  onePage,
  signatureOf,
  type TestProvider,
} from './test-providers.fixture.ts'

/** A provider may work in the background, so answers are awaited. The fixture of a provider needs no clock for that. */
const eventually = <T>(read: () => Promise<T>) => vi.waitFor(read, { timeout: 60_000, interval: 20 })

const providers: Record<string, (domains: TestDomains) => Promise<TestProvider>> = {
  embedded: embeddedProvider,
  boldsign: boldsignProvider,
}

describe.each(Object.keys(providers))('signature provider %s', (name) => {
  let domains: TestDomains
  let subject: TestProvider
  let provider: SignatureProvider
  let account: TestProvider['account']
  beforeAll(async () => {
    domains = await createTestDomains(await createTestDatabase())
    subject = await (providers[name] as (typeof providers)[string])(domains)
    ;({ provider, account } = subject)
  })
  afterAll(async () => {
    await subject.close()
    await domains.close()
  })

  const addTemplate = async (more: Partial<NewProviderTemplate> = {}) => {
    const template = await newTemplate(more)
    await subject.addTemplate(template)
    return template
  }
  const prepared = (ref: string): Promise<TemplateState> =>
    eventually(async () => {
      const state = await provider.lookUpTemplate(account, ref)
      expect(state.status).not.toBe('Processing')
      return state
    })
  const usableTemplate = async (more: Partial<NewProviderTemplate> = {}) => {
    const ref = await provider.createTemplate(account, await addTemplate(more))
    await prepared(ref)
    return ref
  }
  /** A provider that works in the background cannot tell what does not exist from what it still prepares. */
  const expectAbsent = async (...calls: Promise<unknown>[]) => {
    const absent = subject.worksInBackground
      ? [
          { status: 'rejected', reason: expect.any(SigningUnavailable) },
          { status: 'fulfilled', value: expect.objectContaining({ status: 'Processing' }) },
        ]
      : []
    for (const call of await Promise.allSettled(calls))
      expect([{ status: 'rejected', reason: expect.any(SigningRefused) }, ...absent]).toContainEqual(call)
  }
  const bothSign = { fields: [signatureOf('patient'), signatureOf('center', 2)] }

  const sent = async (more: Partial<NewProviderDocument> = {}, template: Partial<NewProviderTemplate> = {}) => {
    const document = newDocument(await usableTemplate(template), more)
    await subject.addDocument(document)
    return { document, ref: await provider.send(account, document) }
  }
  const sentToBoth = () => sent({ signers: [...newDocument('').signers, centerSigner] }, bothSign)
  const orderOf = (documentRef: string, role: 'patient' | 'center' = 'patient', email = 'nora@patients.example') => ({
    documentRef,
    signer: { role, email },
    returnUrl: 'https://portal.example/signed-completed-message',
  })
  const link = (...order: Parameters<typeof orderOf>) =>
    eventually(async () => new URL(await provider.signingLink(account, orderOf(...order))))
  const state = (ref: string) => provider.lookUp(account, ref)
  const stateWith = (ref: string, wanted: object) =>
    eventually(async () => {
      const found = await state(ref)
      expect(found).toMatchObject(wanted)
      return found
    })

  describe('templates', () => {
    test('are usable after their preparation', async () => {
      const ref = await provider.createTemplate(account, await addTemplate())
      expect(await prepared(ref)).toEqual({ status: 'Completed', reason: '', missingSignatures: [] })
    })

    test('are made once when the call is repeated', async () => {
      const template = await addTemplate()
      const ref = await provider.createTemplate(account, template)
      expect(await provider.createTemplate(account, template)).toBe(ref)
    })

    test('name the signers whose signature has no place', async () => {
      const ref = await provider.createTemplate(account, await addTemplate({ fields: [] }))
      expect(await prepared(ref)).toMatchObject({ missingSignatures: ['patient'] })
    })

    test('are refused with a reason for people when the file is no PDF', async () => {
      const template = await addTemplate({ pdf: Buffer.from('a text') })
      const outcome = await provider.createTemplate(account, template).then(prepared, (error) => error)
      const reason = outcome instanceof SigningRefused ? outcome.message : outcome.status === 'Failed' && outcome.reason
      expect(reason).toMatch(/^[A-Z].*\.$/)
    })

    test('have an editor, with a new link for each call', async () => {
      const ref = await usableTemplate()
      const opener = await inDomain(domains.owner, domains.ownId, async (db) => {
        const userId = await createUser(db, 'admin')
        const insert = `insert into sessions (domain_id, user_id, token_hash, idle_minutes, expires_at)
          values ($1, $2, $3, 30, '2100-01-01') returning id`
        const [opened] = await db.rows<{ id: number }>(insert, [db.domainId, userId, randomBytes(32)])
        return { userId, sessionId: opened?.id as number }
      })
      const order = { templateRef: ref, ...opener, returnUrl: 'https://portal.example/email-file-templates' }
      const links = [await provider.editorLink(account, order), await provider.editorLink(account, order)]
      expect(new Set(links).size).toBe(2)
      expect(links.map((each) => new URL(each).protocol)).toEqual(['https:', 'https:'])
    })

    test('of another domain do not exist', async () => {
      const ref = await usableTemplate()
      const { otherAccount } = subject
      const order = { templateRef: ref, userId: 1, sessionId: 1, returnUrl: 'https://portal.example/' }
      await expectAbsent(
        provider.lookUpTemplate(otherAccount, ref),
        provider.send(otherAccount, newDocument(ref)),
        provider.editorLink(otherAccount, order),
      )
    })
  })

  describe('documents', () => {
    test('are sent to their signers in order', async () => {
      const { ref } = await sentToBoth()
      const { signers } = await stateWith(ref, { status: 'Pending', reason: '' })
      expect(signers).toMatchObject([
        { email: 'nora@patients.example', status: 'sent' },
        { email: 'desk@riverside.example', status: 'waiting' },
      ])
    })

    test('are sent once when the call is repeated', async () => {
      const { document, ref } = await sent()
      expect(await provider.send(account, document)).toBe(ref)
    })

    test('are not sent without a place for a signature', async () => {
      const templateRef = await usableTemplate({ fields: [] })
      await expect(provider.send(account, newDocument(templateRef))).rejects.toThrow(SigningRefused)
    })

    test('are completed when everybody has signed', async () => {
      const { ref } = await sentToBoth()
      await link(ref)
      await subject.sign(ref, 'patient')
      await stateWith(ref, { status: 'Pending', signers: [{ status: 'signed' }, { status: 'sent' }] })
      await link(ref, 'center', 'desk@riverside.example')
      await subject.sign(ref, 'center')
      await stateWith(ref, { status: 'Completed', signers: [{ status: 'signed' }, { status: 'signed' }] })
    })

    test('end with the reason of the signer who declines', async () => {
      const { ref } = await sent()
      await link(ref)
      await subject.decline(ref, 'patient', 'The dates are wrong.')
      await stateWith(ref, { status: 'Declined', reason: 'The dates are wrong.', signers: [{ status: 'declined' }] })
    })

    test('of another domain do not exist', async () => {
      const { ref } = await sent()
      await stateWith(ref, { status: 'Pending' })
      const { otherAccount } = subject
      await expectAbsent(
        provider.lookUp(otherAccount, ref),
        provider.signingLink(otherAccount, orderOf(ref)),
        provider.downloadSigned(otherAccount, ref),
      )
    })
  })

  describe('signing links', () => {
    test('are absolute, for a frame, and new for each call', async () => {
      const { ref } = await sent()
      const links = [await link(ref), await link(ref)]
      expect(links.map(({ protocol }) => protocol)).toEqual(['https:', 'https:'])
      expect(links[0]?.href).not.toBe(links[1]?.href)
    })

    test('are refused for a person who is no signer', async () => {
      const { ref } = await sent()
      await link(ref)
      await expect(provider.signingLink(account, orderOf(ref, 'patient', 'eve@strangers.example'))).rejects.toThrow(
        SigningRefused,
      )
    })

    test('are refused for a signer who has signed, and for one who must wait', async () => {
      const { ref } = await sentToBoth()
      await link(ref)
      await expect(provider.signingLink(account, orderOf(ref, 'center', 'desk@riverside.example'))).rejects.toThrow(
        SigningRefused,
      )
      await subject.sign(ref, 'patient')
      await expect(provider.signingLink(account, orderOf(ref))).rejects.toThrow(SigningRefused)
    })
  })

  describe('the sealed file', () => {
    test('is a PDF after the completion, and unavailable before', async () => {
      const { ref } = await sent()
      await link(ref)
      await expect(provider.downloadSigned(account, ref)).rejects.toThrow(SigningUnavailable)
      await subject.sign(ref, 'patient')
      const pdf = await eventually(() => provider.downloadSigned(account, ref))
      expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    })
  })

  describe('revoke', () => {
    const revoke = async (ref: string) => {
      await subject.markRevoked(ref, 'Sent by mistake.')
      await provider.revoke(account, ref, 'Sent by mistake.')
    }

    test('ends a pending document, and may be repeated', async () => {
      const { ref } = await sent()
      await link(ref)
      await revoke(ref)
      await revoke(ref)
      await stateWith(ref, { status: 'Revoked', reason: 'Sent by mistake.' })
      await expect(provider.signingLink(account, orderOf(ref))).rejects.toThrow(SigningRefused)
    })

    test('changes no completed document', async () => {
      const { ref } = await sent()
      await link(ref)
      await subject.sign(ref, 'patient')
      await stateWith(ref, { status: 'Completed' })
      await revoke(ref)
      await stateWith(ref, { status: 'Completed' })
    })
  })

  describe('refusals and failures', () => {
    test('accepts a connection that works', async () => {
      await provider.testConnection(account)
    })

    test('refuses an unknown template and an unknown document', async () => {
      const unknown = newPublicId()
      await expectAbsent(
        provider.lookUpTemplate(account, unknown),
        provider.send(account, newDocument(unknown)),
        provider.lookUp(account, unknown),
        provider.signingLink(account, orderOf(unknown)),
        provider.downloadSigned(account, unknown),
      )
    })

    test('reports that the provider does not answer', async () => {
      const { unreachable } = subject
      const ref = newPublicId()
      const template = await newTemplate({ pdf: await onePage() })
      const calls = [
        unreachable.createTemplate(account, template),
        unreachable.lookUpTemplate(account, ref),
        unreachable.editorLink(account, { templateRef: ref, userId: 1, sessionId: 1, returnUrl: 'https://portal.example/' }),
        unreachable.send(account, newDocument(ref)),
        unreachable.signingLink(account, orderOf(ref)),
        unreachable.lookUp(account, ref),
        unreachable.downloadSigned(account, ref),
        unreachable.revoke(account, ref, 'Sent by mistake.'),
        unreachable.testConnection(account),
      ]
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: expect.any(SigningUnavailable) })
      }
    })
  })
})
