import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** The resources of a membership are listed for its own users. */
export const resourcesPolicy = policy<Actor, { membership: number }>()({
  see: { resources: ({ subscription }, { membership }) => subscription === membership },
})

/** The membership whose assets a reader sees. Null: all assets. Undefined: none. */
export const audienceOf = ({ role }: Viewer): number | null | undefined => (role === 'admin' ? null : role && membershipIds[role])
