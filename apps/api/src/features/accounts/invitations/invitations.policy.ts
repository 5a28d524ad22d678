/** The right to invite a user again. Others do not get the state of the invitation. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** `kind` is left out where only patients are listed. */
export type Inviter = Viewer & { kind?: Actor['kind'] }

/** A user that the inviter may see. */
export interface InvitedUser {
  subscription: number
  harvest_center_id?: number | null | undefined
  referral_harvest_center_id?: number | null | undefined
}

/** A harvest center sees its own staff only. Staff who entered a center invite no colleagues. */
const mayInvite = ({ id, role, kind }: Inviter, user: InvitedUser): boolean => {
  const isPatient = user.subscription === membershipIds.patient
  if (role === 'admin') return true
  if (role === 'referral_harvest_center') return isPatient && user.referral_harvest_center_id === id
  if (role !== 'harvest_center') return false
  return isPatient ? user.harvest_center_id === id : user.subscription === membershipIds.hc_staff && kind !== 'staff'
}

export const invitationPolicy = policy<Inviter, InvitedUser>()({
  act: { invite: mayInvite },
  because: { invite: 'Only an admin or the center of this person can send the invitation.' },
})
