import type { VialState } from '@vialdesk/contract/traced-vials'
import { useUserName } from '#web/lib/choices.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { vialStateNames } from '#web/lib/vial-states.ts'
import type { Chip } from '#web/ui/filter-chips.tsx'

export interface VialSearch {
  search?: string | undefined
  state?: VialState | undefined
  patient?: number | undefined
  offset?: number | undefined
}

/** Filters of the vial list, kept in the URL, with their chips. */
export function useVialFilters() {
  const { filter, change } = useFilters<VialSearch>()
  const { search, state, patient } = filter
  const name = useUserName(patient)
  const chips: Chip[] = []
  if (search) chips.push({ key: 'search', label: `Search: ${search}`, onRemove: () => change({ search: undefined }) })
  if (state) chips.push({ key: 'state', label: `State: ${vialStateNames[state]}`, onRemove: () => change({ state: undefined }) })
  if (patient) chips.push({ key: 'patient', label: `Patient: ${name}`, onRemove: () => change({ patient: undefined }) })
  return { filter, change, chips, clear: () => change({ search: undefined, state: undefined, patient: undefined }) }
}
