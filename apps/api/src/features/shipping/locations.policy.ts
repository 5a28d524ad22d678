import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** Locations belong to their user; admins keep those of everyone. A staff session in a center is the center. */
export const locationPolicy = policy<Viewer, { user_id: number }>()({
  see: { locations: (viewer, { user_id }) => viewer.role === 'admin' || viewer.id === user_id },
})
