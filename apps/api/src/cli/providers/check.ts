/** What the checks of all providers get, and how they wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Domain } from '#api/platform/access/domains.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { ProviderRequests } from './provider-requests.ts'
import type { Steps } from './steps.ts'

export interface CheckOptions {
  /** An email that the operator reads. */
  to: string | undefined
  /** Also mail an address that does not exist. */
  refused: boolean
  /** Seconds to wait for a notice at the webhook. */
  wait: number
  /** The operator's word that the account is of the sandbox, where the provider does not say it. */
  sandbox: boolean
}

export interface Check {
  configuration: Configuration
  ports: Ports
  domain: Domain
  steps: Steps
  requests: ProviderRequests
  options: CheckOptions
}

/** Says which account is checked. Throws StartFailure for an account that must not be checked, before anything is sent. */
export type Prepare = (
  check: Omit<Check, 'steps'>,
) => Promise<{ provider: string; title: string; run(check: Check): Promise<void> }>

/** Seconds before each further question. Providers work in the background; BoldSign counts 50 requests an hour. */
const PAUSES = [2, 4, 8, 16]

/** Asks again while the answer is undefined. */
export async function eventually<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (const seconds of PAUSES) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await sleep(seconds * 1000)
  }
  return ask()
}

const NOTICE_MS = 1000

/** Asks the database of the portal until a notice is there, for as long as the operator wants to wait. */
export async function waitForNotice(ask: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000
  while (!(await ask())) {
    if (Date.now() >= end) return false
    await sleep(NOTICE_MS)
  }
  return true
}
