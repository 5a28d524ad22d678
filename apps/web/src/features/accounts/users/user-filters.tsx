import { useMembershipChoices, useTagChoices } from '#web/entities/user/user-choices.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'

interface Props {
  membership: number | undefined
  tag: number | undefined
  onChange: (part: { membership?: number; tag?: number }) => void
}

export function UserFilters({ membership, tag, onChange }: Props) {
  const memberships = useMembershipChoices()
  const tags = useTagChoices()
  return (
    <FilterPanel on={Number(membership !== undefined) + Number(tag !== undefined)}>
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
    </FilterPanel>
  )
}
