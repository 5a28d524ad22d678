/** Rules about the staff and the sign-up links of a center. The visible rows are in the queries. */
import type { Actor } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

type CenterViewer = Pick<Actor, 'id' | 'role' | 'kind'>

const isOwn = ({ id, role }: CenterViewer, center: { id: number }) => role === 'admin' || id === center.id

/** Staff users that entered a center may not invite or remove colleagues. */
const isNotStaff = ({ kind }: CenterViewer) => kind !== 'staff'

export const centerPolicy = policy<CenterViewer, { id: number }>()({
  see: { staff: isOwn, sign_up_links: isOwn },
  act: { remove_staff: isNotStaff, invite_staff: isNotStaff },
  because: {
    remove_staff: 'Only the center itself can remove staff.',
    invite_staff: 'Only the center itself can invite staff.',
  },
})
