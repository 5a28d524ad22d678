import { Button, Skeleton, Stack } from '@mantine/core'
import { IconMapPin, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Location } from '@vialdesk/contract/shipping'
import { useState } from 'react'
import { FieldsLoading } from '#web/features/shipping/fields-loading.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { LocationForm } from './location-form.tsx'
import { locationColumns, locationName } from './locations.columns.tsx'

/** Milliseconds, as specified. */
const FORM_DELAY = 1000

/** The edited location; `new` for a new one. */
type OpenForm = Location | 'new' | undefined

const skeleton = (
  <Stack gap="sm">
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} h={44} />
    ))}
  </Stack>
)

function useDeleteLocation() {
  const remove = useAction('DELETE /api/v1/locations/{id}/')
  return async (location: Location) => {
    const question = {
      title: `Delete ${locationName(location)}?`,
      consequence: 'The address is no longer offered in forms. Past shipments do not change.',
      verb: 'Delete',
      danger: true,
    }
    if (await confirm(question)) remove.mutate({ params: { id: location.id } })
  }
}

function LocationList({ user, rows, onOpen }: { user: number; rows: Location[]; onOpen: (open: OpenForm) => void }) {
  const remove = useDeleteLocation()
  const makeDefault = useAction('POST /api/v1/locations/update-default/')
  const pending = makeDefault.isPending ? Number(makeDefault.variables.body.id) : undefined
  return (
    <ShortList
      label="Locations"
      rows={rows}
      columns={locationColumns({ pending, onMakeDefault: ({ id }) => makeDefault.mutate({ body: { id, user } }) })}
      rowKey={({ id }) => id}
      rowName={locationName}
      rowActions={(location) => [
        { label: 'Edit', icon: IconPencil, onClick: () => onOpen(location) },
        { label: 'Delete', icon: IconTrash, danger: true, onClick: () => void remove(location) },
      ]}
      empty={<EmptyState icon={IconMapPin} hint="Add the addresses for kits and labels. The first one becomes the default." />}
    />
  )
}

function LocationDrawer({ user, open, first, onClose }: { user: number; open: OpenForm; first: boolean; onClose: () => void }) {
  const shown = useLatestValue(open)
  const location = shown === 'new' ? undefined : shown
  return (
    <Drawer opened={open !== undefined} onClose={onClose} title={location ? 'Edit location' : 'Add location'} asks>
      <FieldsLoading key={location?.id ?? 'new'} atLeast={FORM_DELAY}>
        <LocationForm user={user} location={location} first={first} onClose={onClose} />
      </FieldsLoading>
    </Drawer>
  )
}

/** The locations of an account, default first; forms offer them for addresses. */
export function LocationsScreen() {
  const user = useSession()?.user.id ?? 0
  const [open, setOpen] = useState<OpenForm>()
  const query = useQuery({ ...apiQuery('GET /api/v1/locations/user/{id}/', { params: { id: user } }), enabled: user > 0 })
  useFormFromLink(() => setOpen('new'), query.data !== undefined)
  const add = (
    <Button leftSection={<IconPlus size={18} />} disabled={!query.data} onClick={() => setOpen('new')}>
      Add location
    </Button>
  )
  return (
    <Screen title="Locations" lead="The addresses of your account. The default is shown first in forms." actions={add}>
      <Loaded query={query} skeleton={skeleton}>
        {(rows) => <LocationList user={user} rows={rows} onOpen={setOpen} />}
      </Loaded>
      <LocationDrawer user={user} open={open} first={query.data?.length === 0} onClose={() => setOpen(undefined)} />
    </Screen>
  )
}
