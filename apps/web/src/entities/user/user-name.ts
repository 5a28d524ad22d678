import { membershipIds, membershipNames } from '@vialdesk/contract/base/roles'

interface Named {
  id?: number | undefined
  username?: string | undefined
  company?: string | undefined
  email?: string | undefined
}

/** The user name, or the company, the email or the id. */
export const userDisplayName = ({ id, username, company, email }: Named) => username || company || email || `#${id}`

/** Memberships that are known by their company. */
const places: number[] = [membershipIds.lab, membershipIds.harvest_center, membershipIds.referral_harvest_center]

/** The title of an account's page. */
export function userTitle(user: Named & { subscription: number }): string {
  if (places.includes(user.subscription) && user.company) return user.company
  const isUnnamedPatient = user.subscription === membershipIds.patient && !user.username && !user.company && !user.email
  return isUnnamedPatient ? `Patient ${user.id}` : userDisplayName(user)
}

export const roleName = (subscription: number) => membershipNames[subscription] || `Membership ${subscription}`
