/** The rows that a user of the small world may see, written from the requirement and not from the queries; and random steps. */
import fc from 'fast-check'
import {
  type Name,
  names,
  namesWithRole,
  type PlannedSale,
  roleOf,
  type Step,
  tieSteps,
  type World,
} from './visible-world.fixture.ts'

type Sees<Of> = (world: World, viewer: Name, of: Of) => boolean

export const isActive = ({ users }: World, name: Name | null | undefined) => name != null && users[name].active
const worksFor: Sees<Name | null | undefined> = (world, staff, center) =>
  isActive(world, center) && world.workplaces.has(`${staff}:${center}`)

/** The rep of a patient or a center, active or not: its own, else the rep of its center, else of its referral center. */
function repOf({ users }: World, name: Name): Name | null | undefined {
  const { sales_rep_id, harvest_center_id, referral_harvest_center_id } = users[name].ties
  const of = (center: Name | null | undefined) => (center == null ? null : users[center].ties.sales_rep_id)
  return sales_rep_id ?? of(harvest_center_id) ?? of(referral_harvest_center_id)
}
/** Whether the viewer is the rep, or is above the rep in the sales line. */
function isInSalesLine({ users }: World, viewer: Name, rep: Name | null | undefined): boolean {
  const manager = rep == null ? null : users[rep].ties.sales_manager_id
  const distributor = manager == null ? null : users[manager].ties.sales_distributor_id
  return [rep, manager, distributor].includes(viewer)
}

export const seesPatient: Sees<Name> = (world, viewer, patient) => {
  const { harvest_center_id: center, referred_center_id, referral_harvest_center_id } = world.users[patient].ties
  if (viewer === patient) return true
  if (!isActive(world, patient)) return false
  switch (roleOf(viewer)) {
    case 'hc_staff':
      return worksFor(world, viewer, center) || worksFor(world, viewer, referred_center_id)
    case 'harvest_center':
      return center === viewer || referred_center_id === viewer
    case 'referral_harvest_center':
      return referral_harvest_center_id === viewer
    case 'lab':
      return isActive(world, center) && world.users[center as Name].ties.lab_id === viewer
    default:
      return isInSalesLine(world, viewer, repOf(world, patient))
  }
}

export const seesCenter: Sees<Name> = (world, viewer, center) => {
  if (viewer === center) return true
  if (!isActive(world, center)) return false
  const role = roleOf(viewer)
  if (role === 'hc_staff') return worksFor(world, viewer, center)
  if (role === 'lab') return world.users[center].ties.lab_id === viewer
  return isInSalesLine(world, viewer, repOf(world, center))
}

export const seesSale: Sees<PlannedSale> = (world, viewer, { staff: _, ...sale }) =>
  roleOf(viewer) === 'hc_staff' ? worksFor(world, viewer, sale.center) : Object.values(sale).includes(viewer)

export const seesRequestOf: Sees<Name> = (world, viewer, center) =>
  roleOf(viewer) === 'hc_staff' ? worksFor(world, viewer, center) : center === viewer

/** Staff of a center, and the team below a manager or distributor. */
export const seesColleague: Sees<Name> = (world, viewer, colleague) => {
  if (!isActive(world, colleague)) return false
  const { sales_manager_id, sales_distributor_id } = world.users[colleague].ties
  switch (roleOf(viewer)) {
    case 'harvest_center':
      return roleOf(colleague) === 'hc_staff' && world.workplaces.has(`${colleague}:${viewer}`)
    case 'sales_manager':
      return sales_manager_id === viewer
    case 'sales_distributor':
      return roleOf(colleague) === 'sales_rep' ? isInSalesLine(world, viewer, colleague) : sales_distributor_id === viewer
    default:
      return false
  }
}

const centers = namesWithRole('harvest_center')
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
export const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      change: oneOf('assign' as const, 'unassign' as const),
      staff: oneOf(...namesWithRole('hc_staff')),
      center: oneOf(...centers),
    }),
  },
  // Centers have the most ties, so they are chosen more often.
  { weight: 3, arbitrary: fc.record({ change: oneOf('deactivate' as const, 'activate' as const), user: oneOf(...centers) }) },
  { weight: 2, arbitrary: fc.record({ change: oneOf('deactivate' as const, 'activate' as const), user: oneOf(...names) }) },
  { weight: 1, arbitrary: fc.record({ change: fc.constant('remove' as const), user: oneOf(...names) }) },
  { weight: 3, arbitrary: oneOf(...tieSteps) },
)
