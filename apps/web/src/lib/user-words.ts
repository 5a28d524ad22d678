/** How accounts are called where they are listed. */
import { membershipNames } from '@vialdesk/contract/roles'

interface Named {
  id?: number | undefined
  username?: string | undefined
  company?: string | undefined
  email?: string | undefined
}

/** The person's name; a center without one by its company; else what there is. */
export const nameOfUser = ({ id, username, company, email }: Named) => username || company || email || `#${id}`

export const roleName = (subscription: number) => membershipNames[subscription] || `Membership ${subscription}`
