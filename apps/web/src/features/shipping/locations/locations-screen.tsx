import { Switch, TextInput } from '@mantine/core'
import { IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Location, LocationEdit, NewLocation } from '@vialdesk/contract/care/shipping'
import { useState } from 'react'
import { FieldsLoading } from '#web/features/shipping/fields-loading.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction, useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { AddressFields, blankAddress } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { defaultColumn } from '#web/ui/table/default-column.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { locationColumns, locationName } from './locations-of-user.tsx'

const blank = { location_name: '', ...blankAddress, default: false }

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

function LocationForm({ user, location, first, onClose }: Props) {
  const { id: _, user: __, ...start } = location ?? { ...blank, id: 0, user, default: first }
  const save = useSaveLocation(user, location)
  const schema = location ? LocationEdit : NewLocation.omit({ user: true })
  const form = useClosingForm(schema, { initialValues: start, onClose, save: (values) => save({ ...start, ...values }) })
  return (
    <Form
      {...form.formProps}
      label={location ? 'Edit location' : 'Add location'}
      verb={location ? 'Save' : 'Add location'}
      onCancel={onClose}
    >
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
    </Form>
  )
}

/** Milliseconds, as specified. */
const FORM_DELAY = 1000

/** The edited location; `new` for a new one. */
type OpenForm = Location | 'new' | undefined

function LocationList({ user, rows, onOpen }: { user: number; rows: Location[]; onOpen: (open: OpenForm) => void }) {
  const remove = useAction('DELETE /api/v1/locations/{id}/')
  const makeDefault = useAction('POST /api/v1/locations/update-default/')
  const idOf = ({ id }: Location) => id
  const onMakeDefault = ({ id }: Location) => makeDefault.mutate({ body: { id, user } })
  const pending = makeDefault.isPending ? Number(makeDefault.variables.body.id) : undefined
  return (
    <ShortList
      label="Locations"
      rows={rows}
      columns={[...locationColumns, defaultColumn({ nameOf: locationName, keyOf: idOf, pending, onMakeDefault })]}
      rowKey={idOf}
      rowName={locationName}
      rowActions={(location) => [
        { label: 'Edit', icon: IconPencil, onClick: () => onOpen(location) },
        {
          label: 'Delete',
          icon: IconTrash,
          danger: true,
          asks: {
            title: `Delete ${locationName(location)}?`,
            consequence: 'The address is no longer offered in forms. Past shipments do not change.',
          },
          onClick: () => remove.mutate({ params: { id: location.id } }),
        },
      ]}
      empty={<EmptyState icon={IconMapPin} hint="Add the addresses for kits and labels. The first one becomes the default." />}
    />
  )
}

/** The locations of an account, default first; forms offer them for addresses. */
export function LocationsScreen() {
  const user = useSession()?.user.id ?? 0
  const [open, setOpen] = useState<OpenForm>()
  const close = () => setOpen(undefined)
  const query = useQuery({ ...apiQuery('GET /api/v1/locations/user/{id}/', { params: { id: user } }), enabled: user > 0 })
  useFormFromLink(() => setOpen('new'), query.data !== undefined)
  const add = (
    <AddButton disabled={!query.data} onClick={() => setOpen('new')}>
      Add location
    </AddButton>
  )
  return (
    <Screen title="Locations" lead="The addresses of your account. The default is shown first in forms." actions={add}>
      <Loaded query={query} skeleton={[44, 44, 44]}>
        {(rows) => <LocationList user={user} rows={rows} onOpen={setOpen} />}
      </Loaded>
      <DrawerOf of={open} onClose={close} title={(shown) => (shown === 'new' ? 'Add location' : 'Edit location')} asks>
        {(shown) => {
          const location = shown === 'new' ? undefined : shown
          return (
            <FieldsLoading key={location?.id ?? 'new'} atLeast={FORM_DELAY}>
              <LocationForm user={user} location={location} first={query.data?.length === 0} onClose={close} />
            </FieldsLoading>
          )
        }}
      </DrawerOf>
    </Screen>
  )
}
