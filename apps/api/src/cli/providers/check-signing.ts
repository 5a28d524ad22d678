/** How a domain signs: an account of BoldSign's sandbox, or the seal of the portal's own engine. */
import { inDomain } from '#api/db/transaction.ts'
import { getSigningAccount } from '#api/features/templates/usable-templates.queries.ts'
import type { Check, Prepare } from './check.ts'
import { checkDocument } from './check-document.ts'
import { onePagePdf } from './check-template.ts'
import { StepFailed } from './steps.ts'

/** Requests of an hour in BoldSign's sandbox; a live account has 2000. https://developers.boldsign.com/api-overview/rate-limit/ */
const SANDBOX_LIMIT = 50

const REFUSED = 'a live account: its documents cost money and are binding'
const UNKNOWN = 'BoldSign does not say so: add --sandbox if the key is of the sandbox'

/** BoldSign has one host for both, and names the environment only by its limit of requests. */
async function isSandbox({ steps, requests, options }: Check): Promise<boolean> {
  const known = await steps.run('sandbox', async () => {
    const { limit } = requests
    if (limit !== undefined && limit > SANDBOX_LIMIT) throw new StepFailed(REFUSED)
    if (limit === undefined && !options.sandbox) throw new StepFailed(UNKNOWN)
    return { value: true, detail: limit === undefined ? 'by the word of the operator' : `${limit} requests an hour` }
  })
  return known === true
}

/** Templates and documents of the own engine are rows of the portal, which its tests prove. What depends on the installation is the seal. */
async function checkSeal({ steps, ports: { seal } }: Check): Promise<void> {
  await steps.run('seal a page', async () => {
    const { level } = await seal.seal(await onePagePdf())
    const by = seal.certificate.isSelfMade ? 'the portal’s own certificate' : 'the certificate of SIGNING_P12'
    return { value: true, detail: `${level}, ${by}, ${seal.isTimestamped ? 'with' : 'without'} a timestamp` }
  })
}

export const prepare: Prepare = async ({ ports, domain }) => {
  const { provider, account } = await inDomain(ports.pool, domain.id, (db) => getSigningAccount(db, ports.secretKey))
  const signing = ports.signing[provider]
  const isOwn = signing.account === undefined
  const title = isOwn ? 'the portal’s own engine: no provider is proven' : `${signing.account?.label}`
  return {
    provider,
    title,
    async run(check) {
      const works = await check.steps.run('account', async () => {
        await signing.testConnection(account)
        return { value: true }
      })
      if (!works) return
      if (isOwn) await checkSeal(check)
      else if (await isSandbox(check)) await checkDocument(check, { signing, account })
    },
  }
}
