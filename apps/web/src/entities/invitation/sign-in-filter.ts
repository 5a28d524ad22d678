import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'

const NEVER_SIGNED_IN = 'Not yet signed in'

/** In the panel of a list of people: those who have never signed in. */
export const signInFilter = oneOfFilter('never_signed_in', {
  label: 'Sign-in',
  all: 'Anyone',
  names: { true: NEVER_SIGNED_IN },
  width: 'panel',
  chip: ({ label }) => label,
})
