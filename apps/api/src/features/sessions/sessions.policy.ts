import type { Actor } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

type SignedInUser = Pick<Actor, 'id' | 'kind'>

/** Password, two-step sign-in and sessions are for the owner of the account only. An impersonator cannot see or change them. */
export const signInPolicy = policy<SignedInUser, { id: number }>()({
  see: { account: (viewer, account) => viewer.id === account.id },
  act: { manage: (viewer, account) => viewer.id === account.id && viewer.kind === 'own' },
  because: { manage: 'Only the owner of the account may do this.' },
})
