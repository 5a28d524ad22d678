import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'

export const NEVER_SIGNED_IN = 'Not yet signed in'
const options = [{ value: 'true' as const, label: NEVER_SIGNED_IN }]

export interface SignInSearch {
  never_signed_in?: 'true' | undefined
}

/** The chip of the filter. */
export const signInFilter = ({ never_signed_in }: SignInSearch) => ({
  keys: ['never_signed_in' as const],
  label: never_signed_in && NEVER_SIGNED_IN,
})

interface Props {
  value: 'true' | undefined
  onChange: (part: SignInSearch) => void
}

/** In the panel of a list of people: those who have never signed in. */
export const SignInFilter = ({ value, onChange }: Props) => (
  <FilterSelect
    label="Sign-in"
    all="Anyone"
    options={options}
    value={value}
    onChange={(never_signed_in) => onChange({ never_signed_in })}
    width="panel"
  />
)
