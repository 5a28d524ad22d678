/** Notifies the new owner of an assignment: a lab or rep of a center, a manager of a rep, a distributor of a manager. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { type NewNotice, named, notify } from '#api/features/notices/notify.commands.ts'

interface AssignedUser {
  id: number
  subscription: number
}
type AssignmentNotice = Omit<NewNotice, 'kind'>

const { harvest_center, referral_harvest_center, sales_rep, sales_manager } = membershipIds
const isReferral = ({ subscription }: AssignedUser) => subscription === referral_harvest_center
const teamNotice = (kind: string, { id }: AssignedUser): AssignmentNotice => ({
  title: `A new ${kind} in your team`,
  text: `An admin added ${named(`a ${kind}`)} (ID ${id}) to your team.`,
  about: id,
  path: `/users/${id}`,
})

/** The notices by the column of the assignment. Assigned patients cause no notice. */
const assignmentNotices = {
  lab_id: {
    memberships: [harvest_center],
    write: ({ id }: AssignedUser): AssignmentNotice => ({
      title: 'A new harvest center',
      text: `${named('A harvest center')} (ID ${id}) now sends its tissue to you.`,
      about: id,
      path: `/users/${id}`,
    }),
  },
  sales_rep_id: {
    memberships: [harvest_center, referral_harvest_center],
    write: (center: AssignedUser, assignedBy: 'admin' | 'visitor'): AssignmentNotice => ({
      title: isReferral(center) ? 'A new referral harvest center' : 'A new harvest center',
      text: `${named('A center')} ${assignedBy === 'visitor' ? 'signed up with your link.' : 'was assigned to you.'}`,
      about: center.id,
      path: `/users/${center.id}`,
    }),
  },
  sales_manager_id: { memberships: [sales_rep], write: (rep: AssignedUser): AssignmentNotice => teamNotice('sales rep', rep) },
  sales_distributor_id: {
    memberships: [sales_manager],
    write: (manager: AssignedUser): AssignmentNotice => teamNotice('sales manager', manager),
  },
} as const satisfies Record<
  string,
  {
    memberships: readonly number[]
    write: (assigned: AssignedUser, assignedBy: 'admin' | 'visitor') => AssignmentNotice
  }
>

export type NewOwners = { [Column in keyof typeof assignmentNotices]?: number | null | undefined }

/** `newOwners` has the new owner by column; null or a missing column causes no notice. */
export async function notifyAssignment(
  db: Db,
  assigned: AssignedUser,
  newOwners: NewOwners,
  assignedBy: 'admin' | 'visitor' = 'admin',
): Promise<void> {
  for (const column of Object.keys(assignmentNotices) as (keyof NewOwners)[]) {
    const owner = newOwners[column]
    const { memberships, write } = assignmentNotices[column]
    if (owner == null || !(memberships as readonly number[]).includes(assigned.subscription)) continue
    await notify(db, owner, { kind: 'team', ...write(assigned, assignedBy) })
  }
}
