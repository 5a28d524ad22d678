/** The first steps of a user, and what a new business has set up. */
import { type FirstRunStep, type FirstRunStepOf, firstRunSteps } from '@vialdesk/contract/first-run'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { hasValidRecords } from '#api/features/email/records/records.queries.ts'
import { findGatewayName } from '#api/features/payments/payment-settings.queries.ts'
import { findUsableTemplates } from '#api/features/templates/usable-templates.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { findFirstSteps } from './first-steps.queries.ts'

/** The default of the column, in db/migrations/010-base.sql. */
const COLOR_OF_NEW_DOMAIN = '#0b6e6e'

const hasBrand = ({ logo, login_image, primary_color }: Domain) =>
  logo !== null || login_image !== null || primary_color !== COLOR_OF_NEW_DOMAIN

/** The tallies count active users by membership. */
const MEMBERSHIPS_WITH_USERS = `
  select key
  from tallies
  where domain_id = $1 and list = 'users' and key = any($2)
  group by key
  having sum(n) > 0`

async function findRolesWithUsers(
  db: Db,
): Promise<Pick<Record<FirstRunStepOf<'admin'>, boolean>, 'first_lab' | 'first_rep' | 'first_center'>> {
  const [lab, rep, center] = [membershipIds.lab, membershipIds.sales_rep, membershipIds.harvest_center].map((id) => `m:${id}`)
  const rows = await db.rows<{ key: string | undefined }>(MEMBERSHIPS_WITH_USERS, [db.domainId, [lab, rep, center]])
  const found = new Set(rows.map(({ key }) => key))
  return { first_lab: found.has(lab), first_rep: found.has(rep), first_center: found.has(center) }
}

/** Templates of these types are needed: for patients (2) and for harvest centers (4). Not every business has referral centers. */
const NEEDED_TEMPLATE_TYPES = [2, 4]

async function hasTemplates(db: Db): Promise<boolean> {
  for (const type of NEEDED_TEMPLATE_TYPES) if ((await findUsableTemplates(db, type)).length === 0) return false
  return true
}

/** A simulated gateway charges nobody, so it is not the gateway of a business. */
const hasGateway = async (db: Db) => (await findGatewayName(db)) !== 'embedded'

async function findBusinessSteps(db: Db, domain: Domain): Promise<Step[]> {
  const done: Record<FirstRunStepOf<'admin'>, boolean> = {
    two_step: domain.two_step_memberships.includes(membershipIds.admin),
    brand: hasBrand(domain),
    mail_records: await hasValidRecords(db, domain),
    payment_gateway: await hasGateway(db),
    templates: await hasTemplates(db),
    ...(await findRolesWithUsers(db)),
  }
  return firstRunSteps.admin.map((step) => ({ step, done: done[step] }))
}

interface Step {
  step: FirstRunStep
  done: boolean
}

export async function listFirstRunSteps(db: Db, { id, role }: Viewer, domain: Domain): Promise<Step[]> {
  // Observers have no dashboard, and memberships of the business no role.
  if (role === undefined || role === 'observer') return []
  return role === 'admin' ? findBusinessSteps(db, domain) : findFirstSteps(db, role, id)
}
