/** Gateways for the contract suite. */
import type { TestDomains } from '#api/adapters/test-domains.fixture.ts'
import type { PaymentGateway } from '#api/platform/ports/payments.ts'
import { authorizenetGateway } from './authorizenet.ts'
import { embeddedGateway } from './embedded.ts'
import { ACCOUNT, accountAt, fakeAuthorizenet, OTHER_ACCOUNT, withTokens } from './fake-authorizenet/server.fixture.ts'
import { clockAt, day } from './orders.fixture.ts'

export interface Subject {
  gateway: PaymentGateway
  /** Settles all charges. */
  settle(): Promise<void>
  /** The sum of refunds is known. */
  knowsRefunds: boolean
  close(): Promise<void>
}

const START = '2031-03-01T12:00:00Z'

const embeddedSubject = async ({ pool }: TestDomains): Promise<Subject> => {
  const clock = clockAt(START)
  const gateway = embeddedGateway({ pool, now: clock.now })
  return { gateway, settle: async () => clock.advance(2 * day), knowsRefunds: true, close: async () => {} }
}

/** With a fake server. Customers can be read some requests after their creation only. */
const authorizenetSubject = async ({ ownId }: TestDomains): Promise<Subject> => {
  const clock = clockAt(START)
  const server = await fakeAuthorizenet(clock.now)
  server.delay = 1
  const gateway = authorizenetGateway({
    settingsOf: async (domainId) => accountAt(domainId === ownId ? ACCOUNT : OTHER_ACCOUNT),
    url: server.url,
    now: clock.now,
    pause: async () => {},
  })
  return {
    gateway: withTokens(gateway, server),
    knowsRefunds: false,
    settle: async () => {
      clock.advance(2 * day)
      server.settle()
    },
    close: () => server.close(),
  }
}

/** All gateways, for the suite that each of them passes. */
export const subjects = { embedded: embeddedSubject, authorizenet: authorizenetSubject }
