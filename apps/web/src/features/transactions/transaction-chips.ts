import { type Choices, useCenters, useDistributors, useManagers, useProducts, useReps, useUserName } from '#web/lib/choices.ts'
import { type Period, periodInWords } from '#web/lib/periods.ts'
import type { Chip } from '#web/ui/filter-chips.tsx'
import { type Parties, partyKeys } from './party-filters.tsx'

export interface TransactionSearch extends Parties, Period {
  search?: string | undefined
  offset?: number | undefined
}

const labels: Record<(typeof partyKeys)[number], string> = {
  harvest_center_id: 'Harvest center',
  referral_harvest_center_id: 'Referral harvest center',
  patient_id: 'Patient',
  sales_rep_id: 'Sales rep',
  sales_manager_id: 'Sales manager',
  sales_distributor_id: 'Distributor',
  product_id: 'Product',
}

const nameIn = ({ choices }: Choices, id: number | undefined) => choices.find((choice) => choice.id === id)?.name ?? `#${id}`

/** Names of the filtered ids. */
export function usePartyNames(filter: Parties): Record<(typeof partyKeys)[number], string> {
  return {
    harvest_center_id: nameIn(useCenters(), filter.harvest_center_id),
    referral_harvest_center_id: useUserName(filter.referral_harvest_center_id) ?? '',
    patient_id: useUserName(filter.patient_id) ?? '',
    sales_rep_id: nameIn(useReps(), filter.sales_rep_id),
    sales_manager_id: nameIn(useManagers(), filter.sales_manager_id),
    sales_distributor_id: nameIn(useDistributors(), filter.sales_distributor_id),
    product_id: nameIn(useProducts(), filter.product_id),
  }
}

/** Chips of the active filters. */
export function chipsOf(
  filter: TransactionSearch,
  names: ReturnType<typeof usePartyNames>,
  change: (part: TransactionSearch) => void,
): Chip[] {
  const { search } = filter
  const period = periodInWords(filter)
  const chips: Chip[] = []
  if (search) chips.push({ key: 'search', label: `Search: ${search}`, onRemove: () => change({ search: undefined }) })
  if (period) {
    const onRemove = () => change({ date_after: undefined, date_before: undefined })
    chips.push({ key: 'period', label: period, onRemove })
  }
  for (const key of partyKeys) {
    if (filter[key] === undefined) continue
    chips.push({ key, label: `${labels[key]}: ${names[key]}`, onRemove: () => change({ [key]: undefined }) })
  }
  return chips
}
