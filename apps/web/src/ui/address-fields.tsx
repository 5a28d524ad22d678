import { SimpleGrid, TextInput } from '@mantine/core'
import { CountrySelect } from './country-select.tsx'

type Field = 'address1' | 'address2' | 'city' | 'state_desc' | 'country_desc' | 'zip_code'

interface Props {
  form: {
    getInputProps: (field: Field) => object
    getValues: () => { country_desc: string }
    setFieldValue: (field: 'country_desc', value: string) => void
  }
  required?: boolean
}

/** An address as every form of an account asks for it. The postal code may stay blank: not every country has one. */
export function AddressFields({ form, required }: Props) {
  const field = (name: Field, label: string, must = required) => ({ label, withAsterisk: must, ...form.getInputProps(name) })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput {...field('address1', 'Address Line 1')} />
      <TextInput {...field('address2', 'Address Line 2', false)} />
      <TextInput {...field('city', 'City')} />
      <TextInput {...field('state_desc', 'State')} />
      <CountrySelect
        {...form.getInputProps('country_desc')}
        required={required ?? false}
        value={form.getValues().country_desc}
        onChange={(name) => form.setFieldValue('country_desc', name)}
      />
      <TextInput
        {...field('zip_code', 'Postal Code', false)}
        description="Blank where the country has none"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </SimpleGrid>
  )
}
