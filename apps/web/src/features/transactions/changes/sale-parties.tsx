import { SimpleGrid } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCenterChoices, useReferralCenterChoices } from '#web/entities/center/center-choices.ts'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'

export interface EditedParties {
  product_id: number
  harvest_center: number | null
  referral_harvest_center: number | null
  patient: number | null
  sales_rep: number | undefined
}

interface Props {
  values: EditedParties
  errors: Record<string, ReactNode>
  /** Names of the present parties that are selected by search. */
  names: { patient: string | undefined; referralCenter: string | undefined }
  onChange: (part: Partial<EditedParties>) => void
}

/** The product and the parties of a sale, as fields of a form. */
export function SaleParties({ values, errors, names, onChange }: Props) {
  const [center, searchCenter] = useState('')
  const [patient, searchPatient] = useState('')
  const field = (key: keyof EditedParties) => ({ 'data-path': key, value: values[key] ?? null, error: errors[key] })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <ChoiceSelect
        label="Product"
        required
        {...useProductChoices()}
        {...field('product_id')}
        onChange={(id) => id !== null && onChange({ product_id: id })}
      />
      <ChoiceSelect
        label="Sales rep"
        required
        {...useRepChoices()}
        {...field('sales_rep')}
        onChange={(id) => id !== null && onChange({ sales_rep: id })}
      />
      <ChoiceSelect
        label="Harvest center"
        {...useCenterChoices()}
        {...field('harvest_center')}
        onChange={(id) => onChange({ harvest_center: id })}
      />
      <SearchSelect
        label="Referral harvest center"
        {...useReferralCenterChoices(center)}
        {...field('referral_harvest_center')}
        chosenName={names.referralCenter}
        onSearch={searchCenter}
        onChange={(id) => onChange({ referral_harvest_center: id })}
      />
      <SearchSelect
        label="Patient"
        {...useAllPatientChoices(patient)}
        {...field('patient')}
        chosenName={names.patient}
        onSearch={searchPatient}
        onChange={(id) => onChange({ patient: id })}
      />
    </SimpleGrid>
  )
}
