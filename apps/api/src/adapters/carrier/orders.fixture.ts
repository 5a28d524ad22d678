/** Label orders for tests. */
import { randomBytes } from 'node:crypto'
import type { FindLabel, LabelOrder, Party } from '#api/platform/ports/carrier.ts'

export const aParty = (values: Partial<Party> = {}): Party => ({
  name: 'Ruth Keller',
  company: 'Harborview Regenerative Medicine',
  phone: '+1 503 555 0142',
  address1: '319 Orchard Court',
  address2: 'Suite 4',
  city: 'Alder Falls',
  state: 'Oregon',
  country: 'United States',
  zip: '97005',
  ...values,
})

export const newReference = () => `REQ-${randomBytes(4).toString('hex')}`

export const aLabelOrder = (domainId: number, values: Partial<LabelOrder> = {}): LabelOrder => ({
  domainId,
  reference: newReference(),
  shipDate: '2031-03-03',
  timeZone: 'America/New_York',
  from: aParty(),
  to: aParty({ company: 'Meridian Processing Laboratory', name: '', city: 'Nashville', state: 'Tennessee', zip: '37203' }),
  pounds: 2,
  format: '4x6',
  ...values,
})

/** The search for the label of an order. */
export const searchOf = (order: LabelOrder, orderedAt: number | string): FindLabel => ({
  ...order,
  orderedAt: new Date(orderedAt),
})

/** A clock that only `advance` moves. */
export function clockAt(start: string) {
  let time = Date.parse(start)
  return {
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds
    },
  }
}
export const HOUR = 3_600_000
