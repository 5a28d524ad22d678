import { membershipIds } from '@vialdesk/contract/base/roles'
import { type InvitedUser, type Inviter, invitationPolicy } from './invitations.policy.ts'

/**
 * SQL of the state of a user's newest invitation: `Invited` of the contract, or null. A link that ended is deleted a month later, so an
 * invitation without a link has expired.
 */
export const invitedOf = (alias: string) => `
  case when ${alias}.active and ${alias}.never_signed_in then (
    select json_build_object(
      'state', case
        when ${alias}.password_hash is not null then 'used'
        when l.used_at is null and l.expires_at > now() then case when l.opened_at is null then 'sent' else 'opened' end
        else 'expired'
      end,
      'sent_at', l.created_at,
      'opened_at', l.opened_at,
      'expires_at', l.expires_at)
    from (select) one
    left join lateral (
      select p.created_at, p.opened_at, p.expires_at, p.used_at
      from password_links p
      where p.domain_id = ${alias}.domain_id
        and p.user_id = ${alias}.id
        and p.reason = 'welcome'
      order by p.id desc
      limit 1) l on true) end`

interface RowWithCenters {
  hc_desc?: { id: number }[] | undefined
  rhc_desc?: { id: number }[] | undefined
}

/** The user of a row that has the centers of a patient. */
export const invitedUserOf = (
  { hc_desc, rhc_desc }: RowWithCenters,
  subscription: number = membershipIds.patient,
): InvitedUser => ({
  subscription,
  harvest_center_id: hc_desc?.[0]?.id,
  referral_harvest_center_id: rhc_desc?.[0]?.id,
})

/** The row without the state of the invitation, unless the reader may invite the user. */
export const hideInvitation = <Row extends { invited?: unknown }>(viewer: Inviter, row: Row, user: InvitedUser): Row =>
  row.invited && !invitationPolicy.can(viewer, 'invite', user) ? { ...row, invited: null } : row
