/** Adds members to a team: accounts without a password, whose owners set one with a mailed link. */
import type { NewManagerOfTeam, NewRepOfTeam } from '@vialdesk/contract/onboarding'
import { membershipOf } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { tellOfNewcomer } from '#api/features/accounts/newcomers.commands.ts'
import { validatePhone } from '#api/features/accounts/phone.policy.ts'
import type { Actor } from '#api/platform/actor.ts'
import { failField } from '#api/platform/fail.ts'
import type { Doer } from '#api/platform/record.ts'
import { createMember } from './onboarding.commands.ts'

interface Adding {
  actor: Actor
  doer: Doer
}

/** A user who is no admin adds to its own team; another team is refused with 422. */
function teamOf(actor: Actor, field: string, asked: number | null): number | null {
  if (actor.role === 'admin') return asked
  if (asked !== null && asked !== actor.id) failField(field, 'You add to your own team only.')
  return actor.id
}

/** A sales rep of the manager that adds it, or of the one an admin names. Answers the id. */
export async function addRep(db: Db, { actor, doer }: Adding, input: NewRepOfTeam): Promise<number> {
  const { sales_manager_id: asked, generate_password: _, send_new_sales_team: __, ...values } = input
  validatePhone(values)
  const sales_manager_id = teamOf(actor, 'sales_manager_id', asked)
  const id = await createMember(db, doer, 'sales_rep', values, { sales_manager_id })
  if (actor.role === 'admin')
    await tellOfNewcomer(db, { id, subscription: membershipOf.sales_rep, company: '' }, { sales_manager_id })
  return id
}

/** A sales manager of the distributor that adds it, or of the one an admin names. Answers the id. */
export async function addManager(db: Db, { actor, doer }: Adding, input: NewManagerOfTeam): Promise<number> {
  const { sales_distributor_id: asked, generate_password: _, send_new_sales_team: __, ...values } = input
  validatePhone(values)
  const sales_distributor_id = teamOf(actor, 'sales_distributor_id', asked)
  const id = await createMember(db, doer, 'sales_manager', values, { sales_distributor_id })
  const manager = { id, subscription: membershipOf.sales_manager, company: '' }
  if (actor.role === 'admin') await tellOfNewcomer(db, manager, { sales_distributor_id })
  return id
}
