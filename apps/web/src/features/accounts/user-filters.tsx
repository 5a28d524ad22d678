import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/lib/api.ts'
import { useTags } from '#web/lib/choices.ts'
import { roleName } from '#web/lib/user-words.ts'
import { ChoiceSelect } from '#web/ui/choice-select.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'

interface Props {
  membership: number | undefined
  tag: number | undefined
  onChange: (part: { membership?: number; tag?: number }) => void
}

export function UserFilters({ membership, tag, onChange }: Props) {
  const memberships = useQuery(ask('GET /api/v1/memberships/'))
  const tags = useTags()
  const choices = memberships.data?.map(({ id, name }) => ({ id, name: name || roleName(id) })) ?? []
  return (
    <FilterPanel on={Number(membership !== undefined) + Number(tag !== undefined)}>
      <ChoiceSelect
        inside
        label="Membership"
        placeholder="All"
        choices={choices}
        state={memberships.data ? 'there' : memberships.isError ? 'failed' : 'waiting'}
        value={membership ?? null}
        onChange={(id) => onChange({ membership: id ?? undefined })}
      />
      <ChoiceSelect
        inside
        label="Tag"
        placeholder="All"
        {...tags}
        value={tag ?? null}
        onChange={(id) => onChange({ tag: id ?? undefined })}
      />
    </FilterPanel>
  )
}
