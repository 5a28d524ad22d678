import { Collapse, Select, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { type AddressValues, addressFrom, defaultAddress } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutData } from '#web/features/checkout/form/use-checkout-data.ts'
import type { SectionProps } from '#web/features/checkout/form/use-checkout-form.ts'
import { CountrySelect } from '#web/ui/forms/country-select.tsx'
import { StateInput } from '#web/ui/forms/state-input.tsx'

interface Props extends SectionProps {
  title: string
  part: 'addressInfo' | 'shippingInfo'
}

const addressText = ({ company, address1, address2, city, state, zip_code, country_desc }: AddressValues) =>
  [company, address1, address2, city, [state, zip_code].filter(Boolean).join(' '), country_desc].filter(Boolean).join(', ')

const locationLabel = ({ location_name, address1, city, default: preset }: CheckoutData['locations'][number]) =>
  `${[location_name || address1, city].filter(Boolean).join(', ')}${preset ? ' (default)' : ''}`

function LocationSelect({ part, form, data }: Props) {
  const { locations, me } = data
  const start = defaultAddress(data)
  const [chosen, choose] = useState<string | null>(start === me ? null : String(start.id))
  const pick = (id: string | null) => {
    choose(id)
    const location = locations.find((each) => String(each.id) === id)
    if (location) form.setFieldValue(part, addressFrom(location, form.values[part].company))
  }
  if (locations.length === 0) return null
  return (
    <Select
      label="Location"
      description="Copies the address to the fields below"
      data={locations.map((location) => ({ value: String(location.id), label: locationLabel(location) }))}
      value={chosen}
      onChange={pick}
      allowDeselect={false}
      placeholder="Choose a location"
    />
  )
}

function AddressFields({ part, form }: Pick<Props, 'part' | 'form'>) {
  const kind = part === 'addressInfo' ? 'billing' : 'shipping'
  const field = (name: keyof AddressValues) => form.getInputProps(`${part}.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput label="Company" autoComplete={`${kind} organization`} {...field('company')} />
      <TextInput label="Address line 1" withAsterisk autoComplete={`${kind} address-line1`} {...field('address1')} />
      <TextInput label="Address line 2" autoComplete={`${kind} address-line2`} {...field('address2')} />
      <CountrySelect
        {...field('country_desc')}
        required
        value={form.values[part].country_desc}
        onChange={(name) => form.setFieldValue(`${part}.country_desc`, name)}
      />
      <StateInput required autoComplete={`${kind} address-level1`} country={form.values[part].country_desc} {...field('state')} />
      <TextInput label="City" withAsterisk autoComplete={`${kind} address-level2`} {...field('city')} />
      <TextInput
        label="Postal code"
        description="Leave blank if not used"
        autoComplete={`${kind} postal-code`}
        {...field('zip_code')}
      />
    </SimpleGrid>
  )
}

/** Shows the address in one line when collapsed; opens automatically on missing fields. */
export function AddressSection(props: Props) {
  const { title, part, form } = props
  const id = useId()
  const [opened, setOpened] = useState(form.values[part].address1 === '')
  const faulty = Object.keys(form.errors).some((field) => field.startsWith(part))
  const open = opened || faulty
  return (
    <section className={classes.part}>
      <h2 className={classes.foldHeading}>
        <UnstyledButton className={classes.fold} aria-expanded={open} aria-controls={id} onClick={() => setOpened(!open)}>
          <span>{title}</span>
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </h2>
      {!open && <Text c="dimmed">{addressText(form.values[part])}</Text>}
      <Collapse expanded={open} id={id}>
        <Stack gap="md">
          <LocationSelect {...props} />
          <AddressFields part={part} form={form} />
        </Stack>
      </Collapse>
    </section>
  )
}
