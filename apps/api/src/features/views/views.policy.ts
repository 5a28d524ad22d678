import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** A search text may be the name of a patient. So a view never leaves its role: only admins, who see every patient of the domain, share. */
export const mayShareViews = ({ role }: Viewer) => role === 'admin'

interface ViewRow {
  user_id: number
}

export const viewPolicy = policy<Viewer, ViewRow>()({
  act: { change: (viewer, { user_id }) => user_id === viewer.id },
  because: { change: 'Only the owner of a view can change it.' },
})
