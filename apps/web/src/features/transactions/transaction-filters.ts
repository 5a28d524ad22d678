import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useDistributorChoices, useManagerChoices, useRepChoices, useUserName } from '#web/entities/user/user-choices.ts'
import type { Period } from '#web/lib/format/periods.ts'
import { nameOfChoice } from '#web/lib/forms/choices.ts'
import { type ListFilter, periodFilter, searchFilter } from '#web/lib/url/use-list-page.ts'
import { type Parties, partyKeys } from './party-filters.tsx'

export interface TransactionSearch extends Parties, Period {
  search?: string | undefined
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

/** Names of the filtered ids. */
export function usePartyNames(filter: Parties): Record<(typeof partyKeys)[number], string> {
  return {
    harvest_center_id: nameOfChoice(useCenterChoices(), filter.harvest_center_id),
    referral_harvest_center_id: useUserName(filter.referral_harvest_center_id) ?? '',
    patient_id: useUserName(filter.patient_id) ?? '',
    sales_rep_id: nameOfChoice(useRepChoices(), filter.sales_rep_id),
    sales_manager_id: nameOfChoice(useManagerChoices(), filter.sales_manager_id),
    sales_distributor_id: nameOfChoice(useDistributorChoices(), filter.sales_distributor_id),
    product_id: nameOfChoice(useProductChoices(), filter.product_id),
  }
}

/** The filters of the list of transactions. */
export const transactionFilters = (
  filter: TransactionSearch,
  names: ReturnType<typeof usePartyNames>,
): ListFilter<TransactionSearch>[] => [
  searchFilter(filter),
  periodFilter(filter),
  ...partyKeys.map((key) => ({ keys: [key], label: filter[key] && `${labels[key]}: ${names[key]}` })),
]
