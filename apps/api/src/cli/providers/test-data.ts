/** Invented people and the cards that providers publish for tests. Hosts, telephone numbers and people of this file do not exist. */
import { randomBytes } from 'node:crypto'
import { dayIn } from '#api/platform/kernel/day-in.ts'
import type { CardDetails } from '#api/platform/ports/card-secret.ts'
import type { Party } from '#api/platform/ports/carrier.ts'
import type { BillingAddress } from '#api/platform/ports/payments.ts'

/** At most 20 characters, unique. */
export const newReference = () => `CHECK-${randomBytes(6).toString('hex')}`

const expiry = `${new Date().getUTCFullYear() + 2}-12`

/** Numbers of Authorize.Net's testing guide. The security code 900 matches; a card of American Express has four digits. */
export const testCards = {
  visa: { number: '4111111111111111', expiry, cvc: '900' },
  amex: { number: '370000000000002', expiry, cvc: '1234' },
} as const satisfies Record<string, CardDetails>

/** Authorize.Net's sandbox declines this postal code. */
export const DECLINED_ZIP = '46282'

export const billingAddress = (zip = '30301'): BillingAddress => ({
  ...{ firstName: 'Pat', lastName: 'Example', address: '1 Example Street', city: 'Atlanta', state: 'Georgia' },
  ...{ zip, country: 'United States' },
})

const party = { name: 'Pat Example', phone: '+1 202 555 0142', address2: '', country: 'United States' }

export const sender: Party = {
  ...party,
  ...{ company: 'Example Clinic', address1: '1 Example Street', city: 'Portland', state: 'Oregon', zip: '97201' },
}

/** FedEx dates a parcel by the day at its sender. */
export const senderDay = (at: Date) => dayIn('America/Los_Angeles', at)

export const recipient: Party = {
  ...party,
  ...{ company: 'Example Laboratory', address1: '2 Example Avenue', city: 'Nashville', state: 'Tennessee', zip: '37203' },
}

export const signer = { role: 'patient', name: 'Pat Example', email: 'pat@example.com', position: 1 } as const
