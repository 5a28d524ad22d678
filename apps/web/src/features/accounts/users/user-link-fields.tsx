import { MultiSelect, SimpleGrid } from '@mantine/core'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { useState } from 'react'
import { useCenterChoices, useLabChoices, useReferralCenterChoices } from '#web/entities/center/center-choices.ts'
import {
  useDistributorChoices,
  useManagerChoices,
  useRepChoices,
  useTagChoices,
  useUserName,
} from '#web/entities/user/user-choices.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'

export interface UserLinkValues {
  tags: number[]
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
  referred_center_id: number | null
  saless_rep_id: number | null
  sales_manager_id: number | null
  sales_distributor_id: number | null
  lab_id: number | null
}
type LinkField = Exclude<keyof UserLinkValues, 'tags'>

/** The links that each membership can have. */
const linkFieldsByMembership: Record<number, LinkField[]> = {
  [membershipIds.patient]: ['harvest_center_id', 'referral_harvest_center_id', 'referred_center_id', 'saless_rep_id'],
  [membershipIds.sales_rep]: ['sales_manager_id'],
  [membershipIds.harvest_center]: ['saless_rep_id', 'lab_id'],
  [membershipIds.referral_harvest_center]: ['saless_rep_id'],
  [membershipIds.sales_manager]: ['sales_distributor_id'],
  [membershipIds.observer]: ['lab_id'],
}

interface FieldProps {
  value: number | null
  onChange: (id: number | null) => void
  error?: React.ReactNode
}

function ReferralCenterField({ value, onChange }: FieldProps) {
  const [search, setSearch] = useState('')
  const name = useUserName(value ?? undefined)
  return (
    <SearchSelect
      label="Referral harvest center"
      {...useReferralCenterChoices(search)}
      value={value}
      chosenName={name}
      onChange={onChange}
      onSearch={setSearch}
    />
  )
}

/** Each field loads its list only when shown. */
const fieldComponents: Record<LinkField, (props: FieldProps) => React.ReactNode> = {
  harvest_center_id: (props) => <ChoiceSelect label="Harvest center" {...useCenterChoices()} {...props} />,
  referral_harvest_center_id: ReferralCenterField,
  referred_center_id: (props) => <ChoiceSelect label="Referred to" {...useCenterChoices()} {...props} />,
  saless_rep_id: (props) => <ChoiceSelect label="Sales rep" {...useRepChoices()} {...props} />,
  sales_manager_id: (props) => <ChoiceSelect label="Sales manager" {...useManagerChoices()} {...props} />,
  sales_distributor_id: (props) => <ChoiceSelect label="Distributor" {...useDistributorChoices()} {...props} />,
  lab_id: (props) => <ChoiceSelect label="Lab" {...useLabChoices()} {...props} />,
}

interface Props {
  subscription: number
  values: UserLinkValues
  errors: Record<string, React.ReactNode>
  onChange: (part: Partial<UserLinkValues>) => void
}

/** Tags and links of a user. */
export function UserLinkFields({ subscription, values, errors, onChange }: Props) {
  const tags = useTagChoices().choices
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      {(linkFieldsByMembership[subscription] ?? []).map((name) => {
        const Field = fieldComponents[name]
        return (
          <div key={name} data-path={name}>
            <Field value={values[name]} onChange={(id) => onChange({ [name]: id })} error={errors[name]} />
          </div>
        )
      })}
      <MultiSelect
        label="Tags"
        data-path="tags"
        error={errors.tags}
        data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.tags.map(String)}
        onChange={(ids) => onChange({ tags: ids.map(Number) })}
        comboboxProps={{ shadow: 'md' }}
        searchable
        nothingFoundMessage="No results"
      />
    </SimpleGrid>
  )
}
