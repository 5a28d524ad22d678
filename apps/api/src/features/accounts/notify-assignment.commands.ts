/** Notifies the new owner of an assignment: a lab or rep of a center, a manager of a rep, a distributor of a manager. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { type NewNotice, notify } from '#api/features/notices/notify.commands.ts'

interface AssignedUser {
  id: number
  subscription: number
  company: string
}
type AssignmentNotice = Omit<NewNotice, 'kind'>

const { harvest_center, referral_harvest_center, sales_rep, sales_manager } = membershipIds
const isReferral = ({ subscription }: AssignedUser) => subscription === referral_harvest_center
const teamNotice = (kind: string, { id }: AssignedUser): AssignmentNotice => ({
  title: `A new ${kind} in your team`,
  text: `An admin added a ${kind} (ID ${id}) to your team.`,
  path: '/dashboard',
})

/** By the column of the assignment. Patients are left out: team notices are about centers and people. */
const assignmentNotices = {
  lab_id: {
    of: [harvest_center],
    say: ({ company, id }: AssignedUser, lab: number): AssignmentNotice => ({
      title: 'A new harvest center',
      text: `${company} (ID ${id}) now sends its tissue to you.`,
      path: `/lab/${lab}`,
    }),
  },
  sales_rep_id: {
    of: [harvest_center, referral_harvest_center],
    say: (center: AssignedUser, _rep: number, maker: 'admin' | 'visitor'): AssignmentNotice => ({
      title: isReferral(center) ? 'A new referral harvest center' : 'A new harvest center',
      text: maker === 'visitor' ? `${center.company} signed up with your link.` : `${center.company} was assigned to you.`,
      path: isReferral(center) ? '/referral-harvest-centers' : '/harvest-centers',
    }),
  },
  sales_manager_id: { of: [sales_rep], say: (rep: AssignedUser): AssignmentNotice => teamNotice('sales rep', rep) },
  sales_distributor_id: {
    of: [sales_manager],
    say: (manager: AssignedUser): AssignmentNotice => teamNotice('sales manager', manager),
  },
} as const satisfies Record<
  string,
  { of: readonly number[]; say: (who: AssignedUser, owner: number, maker: 'admin' | 'visitor') => AssignmentNotice }
>

export type NewOwners = { [Column in keyof typeof assignmentNotices]?: number | null | undefined }

/** `heads` are the new owners by column; null or a missing column notifies nobody. */
export async function notifyAssignment(
  db: Db,
  assigned: AssignedUser,
  newOwners: NewOwners,
  maker: 'admin' | 'visitor' = 'admin',
): Promise<void> {
  for (const column of Object.keys(assignmentNotices) as (keyof NewOwners)[]) {
    const head = newOwners[column]
    const { of, say } = assignmentNotices[column]
    if (head == null || !(of as readonly number[]).includes(assigned.subscription)) continue
    await notify(db, head, { kind: 'team', ...say(assigned, head, maker) })
  }
}
