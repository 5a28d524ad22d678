import { SimpleGrid, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { countryName, useCountries } from '#web/lib/forms/countries.ts'
import { CountrySelect } from './country-select.tsx'
import { StateInput } from './state-input.tsx'

export const blankAddress = { address1: '', address2: '', city: '', state_desc: '', country_desc: '', zip_code: '' }
type Field = keyof typeof blankAddress

interface Props {
  form: {
    getInputProps: (field: Field) => object
    getValues: () => { country_desc: string }
    setFieldValue: (field: 'country_desc', value: string) => void
    preset: (values: { country_desc: string }) => void
  }
  required?: boolean
  /** The user's own address, which the browser may fill in. */
  own?: boolean
  zipRequired?: boolean
}

const autoComplete: Partial<Record<Field, string>> = {
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  zip_code: 'postal-code',
}

/** A required address begins with the country of the domain. */
function useDefaultCountry({ getValues, preset }: Props['form'], isRequired = false) {
  const name = countryName(useCountries(), portal().brand.country)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a country that the user changes stays.
  useEffect(() => {
    if (isRequired && name !== '' && getValues().country_desc === '') preset({ country_desc: name })
  }, [name, isRequired])
}

/** The address fields of every account form. The postal code is usually optional: not every country has one. */
export function AddressFields({ form, required, own, zipRequired = false }: Props) {
  const field = (name: Field, label: string, must = required) => ({
    label,
    withAsterisk: must,
    ...(own && { autoComplete: autoComplete[name] }),
    ...form.getInputProps(name),
  })
  useDefaultCountry(form, required)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput {...field('address1', 'Address line 1')} />
      <TextInput {...field('address2', 'Address line 2', false)} />
      <CountrySelect
        {...form.getInputProps('country_desc')}
        required={required ?? false}
        value={form.getValues().country_desc}
        onChange={(name) => form.setFieldValue('country_desc', name)}
      />
      <StateInput
        {...form.getInputProps('state_desc')}
        {...(own && { autoComplete: 'address-level1' })}
        required={required}
        country={form.getValues().country_desc}
      />
      <TextInput {...field('city', 'City')} />
      <TextInput
        {...field('zip_code', 'Postal code', zipRequired)}
        description={zipRequired ? undefined : 'Leave blank if not used'}
      />
    </SimpleGrid>
  )
}
