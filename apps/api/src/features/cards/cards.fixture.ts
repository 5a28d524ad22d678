/** The calls of saved cards as their owner makes them, for tests. */
import { createCenter } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'

export const base = '/api/v1/billing-profiles/'
/** Cards that the simulator accepts. */
export const VISA = '4111111111111111'
export const MASTERCARD = '5424000000000015'
export const DISCOVER = '6011000000000012'

export interface CardOwner {
  id: number
  caller: TestClient
}

/** A center without cards. */
export async function createCardOwner(portal: TestPortal): Promise<CardOwner> {
  const id = await portal.seed((db) => createCenter(db, { zip_code: '30301' }))
  return { id, caller: await portal.as(id) }
}

/** The portal and the owner are those at the time of a call. */
export function cardCalls(present: () => { portal: TestPortal; owner: CardOwner }) {
  const cardForm = (card_number = VISA, values: Record<string, unknown> = {}) => ({
    user_id: present().owner.id,
    card_holder: 'Ada van Example',
    card_number,
    expiration_date: '2099-12',
    cvv: '900',
    ...values,
  })
  const add = (values: Record<string, unknown> = {}, caller = present().owner.caller) =>
    caller.post(`${base}create-profile/`, values)
  const choose = (call: 'delete-profile' | 'update-default', payment_profile_id: string, { caller, id } = present().owner) =>
    caller.post(`${base}${call}/`, { user_id: id, payment_profile_id })
  const list = async ({ caller, id } = present().owner) =>
    (await caller.post(`${base}get-profile/`, { user_id: id })).json().payments
  const save = async (number: string) => (await add(cardForm(number))).json().payment.payment_profile_id as string
  const namesOf = async () =>
    (await list()).map((card: { card_type: string; default: boolean }) => [card.card_type, card.default])
  const auditOf = async () =>
    (
      await present().portal.owner.query(
        `select type, before, after from audit_log where subject_id = $1 and type like 'card.%' order by id`,
        [present().owner.id],
      )
    ).rows
  return { cardForm, add, choose, list, save, namesOf, auditOf }
}
