import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** Only the owner sees saved cards. Admins do not. */
export const cardPolicy = policy<Viewer, { user_id: number }>()({
  see: { cards: (viewer, { user_id }) => viewer.id === user_id },
})
