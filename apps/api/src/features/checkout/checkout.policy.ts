import type { Viewer } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'

/** Saved cards are shown to their owner alone, not even to an admin. */
export const cardPolicy = policy<Viewer, { user_id: number }>()({
  see: { cards: (viewer, { user_id }) => viewer.id === user_id },
})
