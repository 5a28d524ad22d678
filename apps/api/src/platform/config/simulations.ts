/** In production, simulated services must be allowed by name: a simulated payment answers 'success' and charges nobody. */
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { listOf, parsedBy } from './variables.ts'

const SIMULATIONS = ['payments', 'carrier', 'signing'] as const
type Simulation = (typeof SIMULATIONS)[number]

const simulation = (word: string) => SIMULATIONS.find((known) => known === word)

export const simulations = parsedBy((value) => listOf(value, simulation), `must be a list of ${SIMULATIONS.join(', ')}`)

interface Given {
  NODE_ENV: string
  PAYMENTS: string
  CARRIER: string
  SIGNING_P12?: string | undefined
  ALLOW_SIMULATION: Simulation[]
}

const inWords = (words: string[]) => new Intl.ListFormat('en', { style: 'long' }).format(words)

/** Documents that are sealed with a certificate that the portal made itself count as simulated. Throws StartFailure. */
export function assertSimulationsAllowed({ NODE_ENV, PAYMENTS, CARRIER, SIGNING_P12, ALLOW_SIMULATION: allowed }: Given): void {
  if (NODE_ENV !== 'production') return
  const simulated: Simulation[] = []
  if (PAYMENTS === 'embedded') simulated.push('payments')
  if (CARRIER === 'embedded') simulated.push('carrier')
  if (SIGNING_P12 === undefined) simulated.push('signing')
  const missing = simulated.filter((word) => !allowed.includes(word))
  if (missing.length === 0) return
  throw new StartFailure(
    `In production ${inWords(missing)} would only be simulated: choose a real provider, or allow it with ALLOW_SIMULATION=${[...allowed, ...missing].join(',')}.`,
  )
}
