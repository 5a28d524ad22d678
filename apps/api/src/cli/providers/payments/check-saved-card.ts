/** The life of a saved card: a customer, the card saved, listed, charged and deleted. */

import { eventually } from '#api/cli/providers/check.ts'
import { StepFailed } from '#api/cli/providers/steps.ts'
import { newReference, testCards } from '#api/cli/providers/test-data.ts'
import { chargeOnce, newOrder, type PaymentCheck, voidStep } from './check-charges.ts'

interface Saved {
  customerId: string
  cardId: string
}

const idsOf = async ({ gateway, domainId }: PaymentCheck, customerId: string) =>
  (await gateway.listCards({ domainId, customerId })).map(({ cardId }) => cardId)

/** The gateway keeps the customer without a card: the port deletes none. */
async function newCustomer({ steps, gateway, domainId }: PaymentCheck): Promise<string | undefined> {
  const query = { domainId, reference: newReference(), email: 'pat@example.com' }
  const customer = await steps.run('customer', async () => {
    const { customerId } = await gateway.ensureCustomer(query)
    return { value: customerId, detail: `customer ${customerId}` }
  })
  if (customer !== undefined)
    await steps.run('the same customer again', async () => {
      const { customerId } = await gateway.ensureCustomer(query)
      if (customerId !== customer) throw new StepFailed(`another customer: ${customerId}`)
      return { value: customerId }
    })
  return customer
}

async function saveCard(check: PaymentCheck, customerId: string): Promise<Saved | undefined> {
  const { steps, gateway, domainId, sourceOf } = check
  return steps.run('save a card', async () => {
    const outcome = await gateway.addCard({ domainId, customerId, source: await sourceOf(testCards.visa) })
    if (outcome.kind !== 'saved') throw new StepFailed(`${outcome.kind} ${outcome.code}`)
    return { value: { customerId, cardId: outcome.card.cardId }, detail: `card ${outcome.card.cardId}` }
  })
}

export async function checkSavedCard(check: PaymentCheck): Promise<void> {
  const { steps, gateway, domainId } = check
  const customerId = await newCustomer(check)
  const saved = customerId === undefined ? undefined : await saveCard(check, customerId)
  if (!saved) return
  const remove = () => gateway.deleteCard({ domainId, ...saved })
  const undone = steps.cleanUp('delete the card', async () => {
    await remove()
    return 'deleted'
  })
  await steps.run('list the cards', async () => {
    const found = await eventually(async () => (await idsOf(check, saved.customerId)).includes(saved.cardId) || undefined)
    if (!found) throw new StepFailed('not in the list')
    return { value: true }
  })
  const charged = await chargeOnce(check, 'charge the saved card', async () => newOrder(check, { kind: 'saved', ...saved }))
  if (charged) await voidStep(check, 'void it', charged)
  await steps.run('delete the card', async () => {
    await remove()
    if ((await idsOf(check, saved.customerId)).includes(saved.cardId)) throw new StepFailed('still in the list')
    undone()
    return { value: true }
  })
}
