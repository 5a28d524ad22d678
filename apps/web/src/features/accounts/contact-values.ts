import type { User } from '@vialdesk/contract/people/accounts'

/** Initial values of forms for the name and contact details of a user. */
export const contactValuesOf = (user: User) => ({
  first_name: user.first_name ?? '',
  last_name: user.last_name ?? '',
  email: user.email ?? '',
  phone_number: user.phone_number ?? '',
  company: user.company ?? '',
  address1: user.address1 ?? '',
  address2: user.address2 ?? '',
  city: user.city ?? '',
  state_desc: user.state_desc ?? '',
  country_desc: user.country_desc ?? '',
  zip_code: user.zip_code ?? '',
})
