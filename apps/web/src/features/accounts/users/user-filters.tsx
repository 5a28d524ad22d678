import { SignInFilter, type SignInSearch } from '#web/entities/invitation/sign-in-filter.tsx'
import { useMembershipChoices, useTagChoices } from '#web/entities/user/user-choices.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'

interface ChosenFilters extends SignInSearch {
  membership?: number | undefined
  tag?: number | undefined
}

interface Props {
  filter: ChosenFilters
  onChange: (part: ChosenFilters) => void
}

export function UserFilters({ filter: { membership, tag, never_signed_in }, onChange }: Props) {
  const memberships = useMembershipChoices()
  const tags = useTagChoices()
  return (
    <FilterPanel on={[membership, tag, never_signed_in].filter((part) => part !== undefined).length}>
      <ChoiceSelect
        inPopover
        label="Membership"
        placeholder="All"
        {...memberships}
        value={membership ?? null}
        onChange={(id) => onChange({ membership: id ?? undefined })}
      />
      <ChoiceSelect
        inPopover
        label="Tag"
        placeholder="All"
        {...tags}
        value={tag ?? null}
        onChange={(id) => onChange({ tag: id ?? undefined })}
      />
      <SignInFilter value={never_signed_in} onChange={onChange} />
    </FilterPanel>
  )
}
