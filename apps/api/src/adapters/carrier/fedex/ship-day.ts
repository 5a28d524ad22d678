/** The day at the sender, by which FedEx dates a parcel. */
import { dayIn } from '#api/platform/kernel/day-in.ts'
import type { Party } from '#api/platform/ports/carrier.ts'
import { placeOf } from './country-codes.ts'

/** The time zone of each state; of a state with two, that of most of its people. */
const states: Record<string, string> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
}
const zoneByState = new Map(Object.entries(states).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone])))

interface Sender {
  from: Party
  /** Of the business; for senders outside the United States. */
  timeZone: string
}

/** The day at the sender, `YYYY-MM-DD`. */
export function senderDay({ from, timeZone }: Sender, at: number | Date): string {
  const { country, state } = placeOf(from)
  const zone = country === 'US' || country === state ? zoneByState.get(state) : undefined
  return dayIn(zone ?? timeZone, at)
}

export const laterDay = (a: string, b: string) => (a < b ? b : a)

/** `days` may be negative. */
export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
