/** The life of a label: bought, tracked, found by its reference, cancelled twice. */
import { PDF } from '@libpdf/core'
import type { Domain } from '#api/platform/access/domains.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import type { Carrier, FindLabel, LabelOrder, MadeLabel } from '#api/platform/ports/carrier.ts'
import { type Check, eventually, type Prepare } from './check.ts'
import { StepFailed, StepOpen } from './steps.ts'
import { newReference, recipient, sender, senderDay } from './test-data.ts'

const SANDBOX = 'https://apis-sandbox.fedex.com'

type CheckedOrder = LabelOrder & FindLabel

const orderOf = ({ id: domainId, time_zone: timeZone }: Domain, orderedAt: Date): CheckedOrder => ({
  ...{ domainId, timeZone, reference: newReference(), shipDate: senderDay(orderedAt), orderedAt },
  ...{ from: sender, to: recipient, pounds: 2, format: '4x6' },
})

/** A label without an answer is looked up by its reference. */
async function cancelRest(carrier: Carrier, order: CheckedOrder, made: MadeLabel | undefined): Promise<string> {
  const label = made ?? (await carrier.find(order))
  if (!label) throw new StepOpen(`${order.reference} was not found: look for it at the carrier`)
  const outcome = await carrier.cancel({ domainId: order.domainId, trackingNumber: label.trackingNumber })
  if (outcome !== 'cancelled') throw new StepFailed(outcome)
  return outcome
}

async function buy({ steps, ports: { carrier } }: Check, order: CheckedOrder) {
  let made: MadeLabel | undefined
  const undone = steps.cleanUp('cancel the label', () => cancelRest(carrier, order, made))
  const label = await steps.run('label', async () => {
    const outcome = await carrier.make(order)
    if (outcome.kind === 'made') made = outcome
    if (outcome.kind === 'refused') undone()
    if (outcome.kind !== 'made') throw new StepFailed(`${outcome.kind} ${outcome.code}`)
    return { value: outcome, detail: `tracking number ${outcome.trackingNumber}` }
  })
  if (label)
    await steps.run('its PDF opens', async () => {
      const pages = (await PDF.load(label.pdf)).getPageCount()
      if (pages < 1) throw new StepFailed('no page')
      return { value: pages, detail: `${pages} page, ${label.pdf.length} bytes` }
    })
  return { label, undone }
}

async function lookUp({ steps, ports: { carrier } }: Check, order: CheckedOrder, { trackingNumber }: MadeLabel): Promise<void> {
  await steps.run('track', async () => {
    const tracking = await eventually(() => carrier.track({ domainId: order.domainId, trackingNumber }))
    if (!tracking) throw new StepOpen('not known: FedEx’s sandbox may know its examples only')
    return { value: tracking, detail: tracking.status }
  })
  await steps.run('find by reference', async () => {
    const found = await eventually(() => carrier.find(order))
    if (!found) throw new StepOpen('not found: FedEx’s sandbox may know its examples only')
    if (found.trackingNumber !== trackingNumber) throw new StepFailed(`another label: ${found.trackingNumber}`)
    return { value: found, detail: order.reference }
  })
}

async function checkCarrier(check: Check): Promise<void> {
  const { steps, domain, ports } = check
  const order = orderOf(domain, new Date())
  const { label, undone } = await buy(check, order)
  if (!label) return
  await lookUp(check, order, label)
  for (const step of ['cancel', 'cancel again'])
    await steps.run(step, async () => {
      const outcome = await ports.carrier.cancel({ domainId: domain.id, trackingNumber: label.trackingNumber })
      if (outcome !== 'cancelled') throw new StepFailed(outcome)
      if (step === 'cancel') undone()
      return { value: outcome, detail: outcome }
    })
}

async function checkFedex(check: Check): Promise<void> {
  await checkCarrier(check)
  check.steps.leaveOpen('certification', 'FedEx approves printed labels first: see providers.md')
}

export const prepare: Prepare = async ({ configuration: { carrier } }) => {
  if (carrier === 'embedded') return { provider: 'embedded', title: 'the simulator: no carrier is proven', run: checkCarrier }
  if (carrier.url !== SANDBOX) throw new StartFailure(`FEDEX_URL is not ${SANDBOX}: labels of a production account cost money.`)
  return { provider: 'fedex', title: 'the sandbox of FedEx', run: checkFedex }
}
