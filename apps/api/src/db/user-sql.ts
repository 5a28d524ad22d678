/** How users are looked up and named. A function with an alias of a row of users answers SQL. */

/** The column `email_key` of a user or a sign-up: an email address is found however it is written. */
export const emailKeyOf = (email: string) => email.trim().toLowerCase()

/** The first and the last name; empty where the user has neither. */
export const fullNameOf = (alias: string) => `trim(${alias}.first_name || ' ' || ${alias}.last_name)`

/** The full name, or the company of a user without a name. */
export const displayNameOf = (alias: string) => `coalesce(nullif(${fullNameOf(alias)}, ''), ${alias}.company)`

/** Like `coalesce`, but under row-level security PostgreSQL can use an index for it. */
export const firstOf = (first: string, second: string) => `case when ${first} is not null then ${first} else ${second} end`

export const personOf = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name)`

/** Null where an outer join found no center. */
export const centerOf = (alias: string) =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'company', ${alias}.company) end`

/** A list of one center, or of none. */
export const centerListOf = (alias: string) =>
  `case when ${alias}.id is null then '[]'::json else json_build_array(${centerOf(alias)}) end`

/** Whether the patient and the center, both rows of `users`, are tied now. */
export const isTiedToCenter = (patient: string, center: string) =>
  `(${patient}.active and ${center}.active and coalesce(
      ${center}.id in (${patient}.harvest_center_id, ${patient}.referred_center_id, ${patient}.referral_harvest_center_id),
      false))`
