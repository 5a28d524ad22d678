/** Rules about new accounts and about the agreement of an account. */
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { policy } from '#api/platform/access/policy.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** An admin adds accounts of every kind without a password. A visitor adds its own account with a password. */
export type Creator = 'admin' | 'visitor'

const LOGGED_IN = 'You are logged in. Log out first to make another account.'

/** The kind of creator. Signed-in users who are not admins add no accounts. */
export function assertCreator(actor: Actor | undefined): Creator {
  if (actor === undefined) return 'visitor'
  return actor.role === 'admin' ? 'admin' : fail('conflict', { message: LOGGED_IN })
}

export const agreementPolicy = policy<Pick<Actor, 'id' | 'kind'>, { id: number }>()({
  see: { agreement: (viewer, account) => viewer.id === account.id },
  act: { accept: (viewer, account) => viewer.id === account.id && viewer.kind === 'own' },
  because: { accept: 'Only the owner of the account can accept the agreement.' },
})

/** The owner of a link refuses its pending sign-ups. Staff inside a center invite nobody, so they refuse nobody. */
export const signUpPolicy = policy<Pick<Actor, 'role' | 'kind'>, { status: string }>()({
  act: { refuse: ({ role, kind }, { status }) => status === 'pending' && role !== 'sales_rep' && kind !== 'staff' },
  because: {
    refuse: ({ status }) =>
      status === 'pending' ? 'Only the center itself can refuse a sign-up.' : 'The email of this sign-up is confirmed already.',
  },
})

/** A visitor of a domain sees only the sign-up of that domain. */
export const domainPolicy = policy<Pick<Domain, 'id'>, { id: number }>()({
  see: { sign_up: (visited, domain) => visited.id === domain.id },
})
