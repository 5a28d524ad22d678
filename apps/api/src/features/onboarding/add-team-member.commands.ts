/** Adds members to a team. Their accounts have no password; a mailed link sets one. */
import type { NewTeamManager, NewTeamRep } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { notifyAssignment } from '#api/features/accounts/edit/notify-assignment.commands.ts'
import { validatePhone } from '#api/features/accounts/edit/validate-address.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { createMember } from './create-account.commands.ts'

/** The team of a new member. Only admins choose it; others add to their own team, and another id is refused with 422. */
function teamOf(actor: Actor, field: string, requestedId: number | null): number | null {
  if (actor.role === 'admin') return requestedId
  if (requestedId !== null && requestedId !== actor.id) failField(field, 'You add to your own team only.')
  return actor.id
}

/** Adds a sales rep to the team of a manager. Returns the id. */
export async function addRep(db: Db, actor: Actor, input: NewTeamRep): Promise<number> {
  const { sales_manager_id: requestedId, generate_password: _, send_new_sales_team: __, ...values } = input
  validatePhone(values)
  const sales_manager_id = teamOf(actor, 'sales_manager_id', requestedId)
  const id = await createMember(db, 'sales_rep', values, { sales_manager_id })
  if (actor.role === 'admin') await notifyAssignment(db, { id, subscription: membershipIds.sales_rep }, { sales_manager_id })
  return id
}

/** Adds a sales manager to the team of a distributor. Returns the id. */
export async function addManager(db: Db, actor: Actor, input: NewTeamManager): Promise<number> {
  const { sales_distributor_id: requestedId, generate_password: _, send_new_sales_team: __, ...values } = input
  validatePhone(values)
  const sales_distributor_id = teamOf(actor, 'sales_distributor_id', requestedId)
  const id = await createMember(db, 'sales_manager', values, { sales_distributor_id })
  const manager = { id, subscription: membershipIds.sales_manager, company: '' }
  if (actor.role === 'admin') await notifyAssignment(db, manager, { sales_distributor_id })
  return id
}
