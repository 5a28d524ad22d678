/** The life of a document: sent with a prefilled text, linked, looked up, revoked. Nobody signs it, so that nothing is binding. */
import { inDomain } from '#api/db/transaction.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { type DocumentState, type NewProviderDocument, SigningMissing, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { webhookUrl } from '#api/platform/providers/webhooks.ts'
import { type Check, eventually, waitForNotice } from './check.ts'
import { checkTemplate, MESSAGE, PREFILLED, type SigningCheck, TITLE } from './check-template.ts'
import { StepFailed } from './steps.ts'
import { signer } from './test-data.ts'

const REASON = 'The check is done.'

/** Undefined while the provider does not have the document in this state. */
async function findState({ signing, account }: SigningCheck, ref: string, wanted: DocumentState['status']) {
  const state = await signing.lookUp(account, ref).catch((error: unknown) => {
    if (error instanceof SigningMissing) return undefined
    throw error
  })
  return state?.status === wanted ? state : undefined
}

async function sendDocument({ steps }: Check, signingCheck: SigningCheck, templateRef: string): Promise<string | undefined> {
  const { signing, account } = signingCheck
  const document: NewProviderDocument = {
    ...{ documentId: newPublicId(), templateRef, title: TITLE, message: MESSAGE, signers: [signer] },
    ...{ prefill: [{ id: PREFILLED, name: 'Name', text: signer.name }], expiresAt: null },
  }
  const ref = await steps.run('document with a prefilled text', async () => {
    const sent = await signing.send(account, document)
    return { value: sent, detail: sent }
  })
  if (ref !== undefined)
    await steps.run('the same document again', async () => {
      if ((await signing.send(account, document)) !== ref) throw new StepFailed('a second document was sent')
      return { value: ref, detail: 'the first one' }
    })
  return ref
}

async function lookUpDocument({ steps, ports }: Check, signingCheck: SigningCheck, documentRef: string): Promise<void> {
  const { signing, account } = signingCheck
  await steps.run('link to sign', async () => {
    const returnUrl = `${ports.publicUrl}/signed-completed-message`
    const link = new URL(await signing.signingLink(account, { documentRef, signer, returnUrl }))
    const sources = signing.account?.pageSources(account.settings ?? {}).frames ?? []
    // Pages of another host would stay empty: the content policy names the frames.
    if (!sources.includes(link.origin)) throw new StepFailed(`${link.origin} is not in the content policy`)
    return { value: true, detail: link.origin }
  })
  await steps.run('state', async () => {
    const state = await eventually(() => findState(signingCheck, documentRef, 'Pending'))
    const [first] = state?.signers ?? []
    if (first?.status !== 'sent' || first.email !== signer.email) throw new StepFailed(first?.status ?? 'not pending')
    return { value: true, detail: `Pending, signer ${first.status}` }
  })
  await steps.run('no download before signing', async () => {
    const pdf = await signing.downloadSigned(account, documentRef).catch((error: unknown) => {
      if (error instanceof SigningUnavailable) return undefined
      throw error
    })
    if (pdf) throw new StepFailed('a file was answered')
    return { value: true, detail: 'refused' }
  })
}

async function countEvents({ ports, domain }: Check, provider: string): Promise<number> {
  return inDomain(ports.pool, domain.id, async (db) => {
    const events = 'select count(*)::int as n from signing_webhook_events where domain_id = $1 and provider = $2'
    return (await db.rows<{ n: number }>(events, [db.domainId, provider]))[0]?.n ?? 0
  })
}

/** The portal stores the ids of events only, so another event of the domain in this time counts, too. */
async function checkWebhook(check: Check, provider: string, before: number): Promise<void> {
  const { steps, ports, domain, options } = check
  const arrived = await waitForNotice(async () => (await countEvents(check, provider)) > before, options.wait)
  if (arrived) await steps.run('webhook', async () => ({ value: true, detail: 'a signed event has arrived' }))
  else steps.leaveOpen('webhook', `No event yet: --wait 60. Its URL: ${webhookUrl(provider, domain, ports.publicUrl)}`)
}

async function revokeDocument({ steps }: Check, signingCheck: SigningCheck, ref: string, undone: () => void): Promise<void> {
  const { signing, account } = signingCheck
  await steps.run('revoke', async () => {
    await signing.revoke(account, ref, REASON)
    undone()
    if (!(await eventually(() => findState(signingCheck, ref, 'Revoked')))) throw new StepFailed('not revoked')
    return { value: true, detail: 'Revoked' }
  })
}

export async function checkDocument(check: Check, signingCheck: SigningCheck): Promise<void> {
  const { steps } = check
  const { signing, account } = signingCheck
  const templateRef = await checkTemplate(steps, signingCheck)
  if (templateRef !== undefined) {
    const before = await countEvents(check, signing.name)
    const ref = await sendDocument(check, signingCheck, templateRef)
    if (ref !== undefined) {
      const undone = steps.cleanUp('revoke the document', async () => {
        await signing.revoke(account, ref, REASON)
        return 'revoked'
      })
      await lookUpDocument(check, signingCheck, ref)
      await checkWebhook(check, signing.name, before)
      await revokeDocument(check, signingCheck, ref, undone)
    }
  }
  steps.leaveOpen('delete', `The portal deletes nothing there: delete “${TITLE}”.`)
}
