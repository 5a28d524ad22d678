/** The overrides of the demo's release rules, and the arrival of its parcels of vials. */
import type { VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { Db } from '#api/db/db.ts'
import { addressLine } from '#api/features/vials/entries/choose-receiver.commands.ts'
import type { DemoContext } from '../context.ts'
import type { Center } from '../people/accounts.ts'
import type { History, VialEntry } from './history.ts'

export const OVERRIDE_REASON = 'The center keeps them apart until the result is here'
export const UNMET = 'Infectious disease testing is not complete.'
/** Days from a parcel to its arrival. */
const DAYS_OF_TRAVEL = 2

interface Person {
  id: number
  center: Center
  past: History
}

/** The centers of the demo order the vials of their patients. */
export const receiverOf = ({ id, company, address }: Center): VialReceiver => ({
  kind: 'order',
  id,
  name: company,
  address: addressLine(address),
})

/** The vials of patients without complete testing were released and shipped by an override. */
export const isOverridden = ({ past }: Pick<Person, 'past'>) => past.record.infectious_testing_complete !== 1

/** The day of arrival, in days ago. Undefined for vials in stock, and while a parcel travels. */
export const arrivedDaysAgo = ({ type, daysAgo }: VialEntry) =>
  type === 'shipped' && daysAgo >= DAYS_OF_TRAVEL ? daysAgo - DAYS_OF_TRAVEL : undefined

/** Before the vials of the entries are made, because the rules hold for them too. The entries of a person are in the order of its past. */
export async function createOverridesAndArrivals(
  db: Db,
  { calendar }: DemoContext,
  people: readonly Person[],
  entries: readonly { id: number; user_id: number }[],
): Promise<void> {
  const domain_id = db.domainId
  const facts = people.flatMap((person) =>
    entries
      .filter(({ user_id }) => user_id === person.id)
      .map(({ id }, n) => ({ person, past: person.past.vials[n] as VialEntry, entry: id })),
  )
  const overrides = facts
    .filter(({ person }) => isOverridden(person))
    .map(({ person, past, entry }) => ({
      ...{ domain_id, user_id: person.id, entry_id: entry, rules: ['infectious_testing'], reason: OVERRIDE_REASON },
      ...{ at: calendar.moment(past.daysAgo, 180), actor_id: person.center.lab },
    }))
  if (overrides.length > 0) await db.insertInto('rule_overrides').values(overrides).execute()
  const arrivals = facts.flatMap(({ person, past, entry }) => {
    const days = arrivedDaysAgo(past)
    if (days === undefined) return []
    const arrival = { domain_id, entry_id: entry, number: 1, arrived_on: calendar.day(days) }
    return [{ ...arrival, at: calendar.moment(days, 90), actor_id: person.center.id }]
  })
  if (arrivals.length > 0) await db.insertInto('vial_arrivals').values(arrivals).execute()
}
