import { membershipNames, membershipOf } from '@vialdesk/contract/roles'

interface Named {
  id?: number | undefined
  username?: string | undefined
  company?: string | undefined
  email?: string | undefined
}

/** The user name, or the company, the email or the id. */
export const nameOfUser = ({ id, username, company, email }: Named) => username || company || email || `#${id}`

/** Memberships that are known by their company. */
const places: number[] = [membershipOf.lab, membershipOf.harvest_center, membershipOf.referral_harvest_center]

/** The title of an account's page. */
export const titleOfUser = (user: Named & { subscription: number }) =>
  places.includes(user.subscription) && user.company ? user.company : nameOfUser(user)

export const roleName = (subscription: number) => membershipNames[subscription] || `Membership ${subscription}`
