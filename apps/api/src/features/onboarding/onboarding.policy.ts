/** Who makes which account: an admin any, without a password; a visitor those that have a sign-up form, with one. */
import { type NewHarvestCenter, type NewUser, NO_SUCH_KIND } from '@vialdesk/contract/onboarding'
import { membershipOf } from '@vialdesk/contract/roles'
import { REQUIRED } from '@vialdesk/contract/sentences'
import { faultOfPhone } from '#api/features/accounts/phone.policy.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

export type Maker = 'admin' | 'visitor'

/** Whoever is signed in has an account already, and only an admin makes others'. */
export function makerOf(actor: Actor | undefined): Maker {
  if (actor === undefined) return 'visitor'
  return actor.role === 'admin' ? 'admin' : fail('forbidden')
}

/** Staff that has entered a center does its work; whom the center takes on is not for it to say. */
export function demandNotAsStaff({ kind }: Pick<Actor, 'kind'>): void {
  if (kind === 'staff') fail('forbidden', { message: 'Only the center itself can invite staff.' })
}

const { patient, lab, admin, observer } = membershipOf
/** What has no sign-up form. */
const made: readonly number[] = [patient, lab, admin, observer]

function faultsOfVisitor(input: NewUser | NewHarvestCenter): Record<string, string> {
  return {
    ...('subscription' in input && made.includes(input.subscription) && { subscription: NO_SUCH_KIND }),
    ...(!('password' in input && input.password) && { password: REQUIRED }),
    ...('lab_id' in input && input.lab_id !== null && { lab_id: 'Only an admin can choose the lab.' }),
    ...('staff_hc_ids' in input && input.staff_hc_ids.length !== 1 && { staff_hc_ids: 'The link is for one harvest center.' }),
  }
}

const faultsOfAdmin = (input: NewUser | NewHarvestCenter): Record<string, string> =>
  'password' in input && input.password !== undefined ? { password: 'The owner sets a password with the emailed link.' } : {}

/** Refuses with 422 what this maker may not ask for, naming each field; nothing is looked up for it. */
export function checkAsked(maker: Maker, input: NewUser | NewHarvestCenter): void {
  const phone_number = faultOfPhone(input)
  const ofMaker = maker === 'admin' ? faultsOfAdmin(input) : faultsOfVisitor(input)
  const faults = Object.entries({ ...ofMaker, ...(phone_number && { phone_number }) })
  // Which kinds there are besides is nobody's business: nothing else is said of them.
  const [kind] = faults.filter(([field]) => field === 'subscription')
  const said = kind ? [kind] : faults
  if (said.length > 0) fail('invalid', { errors: Object.fromEntries(said.map(([field, sentence]) => [field, [sentence]])) })
}
