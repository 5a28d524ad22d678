import { useState } from 'react'
import { useCenterChoices, useReferralCenterChoices } from '#web/entities/center/center-choices.ts'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useDistributorChoices, useManagerChoices, useRepChoices } from '#web/entities/user/user-choices.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'

export interface Parties {
  sales_rep_id?: number | undefined
  sales_manager_id?: number | undefined
  sales_distributor_id?: number | undefined
  harvest_center_id?: number | undefined
  referral_harvest_center_id?: number | undefined
  product_id?: number | undefined
  patient_id?: number | undefined
}
export const partyKeys = [
  'harvest_center_id',
  'referral_harvest_center_id',
  'patient_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
  'product_id',
] as const satisfies (keyof Parties)[]

interface Props {
  value: Parties
  /** Names of the parties that are selected by search. */
  names: { patient: string | undefined; referralCenter: string | undefined }
  onChange: (part: Parties) => void
}

function SearchedParties({ value, names, onChange }: Props) {
  const [center, searchCenter] = useState('')
  const [patient, searchPatient] = useState('')
  return (
    <>
      <SearchSelect
        inPopover
        label="Referral harvest center"
        placeholder="All"
        {...useReferralCenterChoices(center)}
        value={value.referral_harvest_center_id ?? null}
        chosenName={names.referralCenter}
        onSearch={searchCenter}
        onChange={(id) => onChange({ referral_harvest_center_id: id ?? undefined })}
      />
      <SearchSelect
        inPopover
        label="Patient"
        placeholder="All"
        {...useAllPatientChoices(patient)}
        value={value.patient_id ?? null}
        chosenName={names.patient}
        onSearch={searchPatient}
        onChange={(id) => onChange({ patient_id: id ?? undefined })}
      />
    </>
  )
}

function ListedParties({ value, onChange }: Omit<Props, 'names'>) {
  const lists = {
    harvest_center_id: { label: 'Harvest center', ...useCenterChoices() },
    sales_rep_id: { label: 'Sales rep', ...useRepChoices() },
    sales_manager_id: { label: 'Sales manager', ...useManagerChoices() },
    sales_distributor_id: { label: 'Distributor', ...useDistributorChoices() },
    product_id: { label: 'Product', ...useProductChoices() },
  }
  return Object.entries(lists).map(([key, list]) => (
    <ChoiceSelect
      key={key}
      inPopover
      placeholder="All"
      {...list}
      value={value[key as keyof typeof lists] ?? null}
      onChange={(id) => onChange({ [key]: id ?? undefined })}
    />
  ))
}

/** Filters for parties and products. */
export function PartyFilters(props: Props) {
  return (
    <FilterPanel on={partyKeys.filter((key) => props.value[key] !== undefined).length}>
      <ListedParties value={props.value} onChange={props.onChange} />
      <SearchedParties {...props} />
    </FilterPanel>
  )
}
