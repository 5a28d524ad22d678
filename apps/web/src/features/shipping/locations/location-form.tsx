import { Switch, TextInput } from '@mantine/core'
import { type Location, LocationEdit, NewLocation } from '@vialdesk/contract/shipping'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'

const blank = {
  location_name: '',
  address1: '',
  address2: '',
  city: '',
  state_desc: '',
  country_desc: '',
  zip_code: '',
  default: false,
}

/** Adds or updates a location and returns the success message. */
function useSaveLocation(user: number, location: Location | undefined) {
  const add = useFormCall('POST /api/v1/locations/')
  const edit = useFormCall('PATCH /api/v1/locations/{id}/')
  return async (values: typeof blank) => {
    if (location) {
      await edit({ params: { id: location.id }, body: changedFields(location, values) })
      return 'Location has been updated!'
    }
    await add({ body: { ...values, user } })
    return 'Location has been added!'
  }
}

interface Props {
  user: number
  /** The location to edit; undefined for a new one. */
  location: Location | undefined
  /** The first location always becomes the default. */
  first: boolean
  onClose: () => void
}

export function LocationForm({ user, location, first, onClose }: Props) {
  const { id: _, user: __, ...start } = location ?? { ...blank, id: 0, user, default: first }
  const save = useSaveLocation(user, location)
  const schema = location ? LocationEdit : NewLocation.omit({ user: true })
  const form = useClosingForm(schema, { initialValues: start, onClose, save: (values) => save({ ...start, ...values }) })
  return (
    <Form {...form.formProps} label={location ? 'Edit location' : 'Add location'}>
      <TextInput
        label="Location name"
        description="Such as Main office or Surgery suite"
        {...form.getInputProps('location_name')}
      />
      <AddressFields form={form} required />
      <Switch
        label="Default location"
        description={start.default ? 'To change this, make another location the default.' : 'Shown first in forms.'}
        disabled={start.default}
        {...form.getInputProps('default', { type: 'checkbox' })}
      />
      <FormFooter form={form} onClose={onClose}>
        {location ? 'Save' : 'Add location'}
      </FormFooter>
    </Form>
  )
}
