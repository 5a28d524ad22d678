/** How accounts are called where they are listed. */
import { membershipNames, membershipOf } from '@vialdesk/contract/roles'

interface Named {
  id?: number | undefined
  username?: string | undefined
  company?: string | undefined
  email?: string | undefined
}

/** The person's name; a center without one by its company; else what there is. */
export const nameOfUser = ({ id, username, company, email }: Named) => username || company || email || `#${id}`

/** Those whose company is known rather than who signs for it. */
const places: number[] = [membershipOf.lab, membershipOf.harvest_center, membershipOf.referral_harvest_center]

/** What stands above everything about one account. */
export const titleOfUser = (user: Named & { subscription: number }) =>
  places.includes(user.subscription) && user.company ? user.company : nameOfUser(user)

export const roleName = (subscription: number) => membershipNames[subscription] || `Membership ${subscription}`
