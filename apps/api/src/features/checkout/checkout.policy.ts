import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** Saved cards are shown to their owner alone, not even to an admin. */
export const cardPolicy = policy<Viewer, { user_id: number }>()({
  see: { cards: (viewer, { user_id }) => viewer.id === user_id },
})
