import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** A user sees only its own locations, admins see all. A staff session in a center counts as the center. */
export const locationPolicy = policy<Viewer, { user_id: number }>()({
  see: { locations: (viewer, { user_id }) => viewer.role === 'admin' || viewer.id === user_id },
})
